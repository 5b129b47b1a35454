import { describe, expect, it } from 'vitest';
import { geometry, loose, type Position } from '../../laying/grid/geometry';
import { mask } from '../../laying/grid/masks';
import type { Drawn, Scene } from '../../laying/grid/scene';
import type { BoardView, GridView } from '../../laying/view';
import island from '../finished.json';
import { hints, reasons } from './hints';
import { frame, land, totems } from './land';
import { joined, roads, totemsOf } from './roads';
import { symbolOf } from './symbols';
import { tile } from './tile';

const grid = geometry(island.grid as unknown as GridView);
const { kinds, ground } = island;
const set = (...names: string[]): string =>
  names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);

/** A board on which these cells show a symbol each; nothing else lies there. */
function scene(shown: Record<string, string[]>, more: Partial<BoardView> = {}): Scene {
  const marks = kinds.map((kind) => set(...(shown[kind] ?? [])));
  const covered = marks.reduce((sum, hex) => sum | mask(hex), 0n);
  const board = { marks, clear: (grid.cells & ~covered).toString(16), groups: [], roads: [], laid: [], ...more };
  return { view: { kinds, grid: island.grid }, grid, ground, board, id: 'x', small: false } as unknown as Scene;
}

const drawn = (cells: string[], marks: string): Drawn => ({
  name: 't',
  kind: 'tile',
  cells: cells.map((name) => grid.read(name) as Position),
  marks: [...marks],
});
const times = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

describe('the island', () => {
  it('is drawn the same every time, with a frame of sea, and stays under 90 kB', () => {
    const empty = scene({});
    expect(land(empty)).toBe(land(empty));
    expect(land(empty).length).toBeLessThan(90_000);
    expect(land(empty) + totems(empty)).not.toMatch(/NaN|undefined|filter/);
    expect(frame(grid, false).width).toBeGreaterThan(grid.width);
    expect(totemsOf(empty).map((cell) => grid.name(cell))).toEqual(['4,1', '10,1', '5,3', '7,3']);
    expect(times(totems(empty), /#i-totem/g)).toBe(4);
  });
});

describe('a tile', () => {
  it('shows a shape on every cell, from afar too', () => {
    const [near, far] = [false, true].map((small) =>
      tile(
        loose('hex'),
        {
          name: 't23',
          kind: 'tile',
          cells: [
            [0, 1],
            [1, 0],
            [0, 0],
            [1, 1],
          ],
          marks: [...'FWHP'],
        },
        { id: 'a', small },
      ),
    );
    for (const name of ['field', 'wall', 'house', 'path']) {
      expect(near).toContain(`#i-${name}"`);
      expect(far).toContain(`#i-${name}-s"`);
    }
    expect(times(near ?? '', /stroke-dasharray/g)).toBe(1);
  });

  it('never takes markup from a name', () => {
    expect(tile(grid, drawn(['0,0'], '<'), { id: 'a' })).not.toContain('><</');
  });
});

describe('roads', () => {
  it('join paths that touch, without rings, and leave a lone path as it is', () => {
    const web = scene({ P: ['0,5', '1,5', '0,6', '5,6'] });
    expect(times(roads(web), /M/g) / times(roads(web), /<path/g)).toBe(2); // three cells in a ring, two pieces of road
    expect(joined(web, [5, 0])).toBe(true);
    expect(joined(web, [6, 5])).toBe(false);
    expect(roads(scene({ P: ['5,6'] }))).toBe('');
  });

  it('reach the totem they serve', () => {
    const path = ['4,3'];
    expect(joined(scene({ P: path }, { roads: [['road', set('5,3'), true, '0']] }), [3, 4])).toBe(true);
    expect(joined(scene({ P: path }, { roads: [['road', set('5,3'), false, '0']] }), [3, 4])).toBe(false);
  });
});

describe('hints', () => {
  it('count groups of three and more, and tick those that have scored', () => {
    const text = hints(
      scene(
        {},
        {
          groups: [
            ['new_group.F', set('1,5', '2,5', '3,5'), 3, false],
            ['new_group.H', set('5,5', '6,5'), 2, false],
            ['new_group.W', set('0,4', '1,4'), 6, true],
          ],
        },
      ),
    );
    expect(text).toContain('>3<');
    expect(text).not.toContain('>2<');
    expect(text).toContain('>6<');
    expect(times(text, /<path/g)).toBe(1);
  });

  it('say how far each totem is from the sea', () => {
    const text = hints(
      scene(
        {},
        {
          roads: [
            ['road', set('4,1'), false, set('3,1', '2,1')],
            ['road', set('10,1'), false, null],
            ['road', set('5,3'), true, '0'],
          ],
        },
      ),
    );
    expect(text).toContain('>2<');
    expect(text).toContain('>–<');
    expect(times(text, /<g/g)).toBe(3);
  });

  it('read the symbol off a rule', () => {
    expect(['new_group.F', 'most.largest:W', 'road.P.totem.beach', 'visible.beach'].map(symbolOf)).toEqual([
      'F',
      'W',
      'P',
      undefined,
    ]);
  });
});

describe('the tile in mind', () => {
  const board = scene({ F: ['1,5'], H: ['2,5'] });

  it('shows every side on which it meets its like', () => {
    const text = reasons(board, drawn(['1,6', '2,6'], 'FH'), []);
    expect(text).toContain('meets');
    const bars = /<path d="([^"]*)" stroke="var\(--good\)" stroke-width="6"/.exec(text)?.[1] ?? '';
    expect(times(bars, /M/g)).toBe(2); // field to field, house to house
    expect(reasons(board, drawn(['1,6', '2,6'], 'WP'), ['match'])).toBe('');
  });

  it('shows the cells in its way, and where the first one must lie', () => {
    expect(reasons(board, drawn(['1,5', '0,5'], 'WP'), ['clear'])).toContain('blocks');
    expect(reasons(board, drawn(['8,1', '7,1'], 'WP'), ['on_land'])).toContain('blocks');
    expect(reasons(scene({}), drawn(['4,5', '5,5'], 'WP'), ['start.beach'])).toContain('wanted');
  });
});
