import { describe, expect, it } from 'vitest';
import { geometry } from '../../laying/grid/geometry';
import type { Scene } from '../../laying/grid/scene';
import type { BoardView, View } from '../../laying/view';
import { cabinet } from './4/cabinet';
import { chimney, planned, words } from './5/factories';
import { shaftFor, shafts } from './6/shafts';
import { missing, words as linkWords } from './7/links';
import { rails } from './7/rails';
import { ownRoof, parks } from './8/gardens';

const grid = geometry({ lattice: 'square', top: 0, left: 0, width: 4, cells: '777', joins: [], river: [] });
const say = (id: string, ...numbers: unknown[]): string => [id, ...numbers].join(' ');
const BARE = { notes: {}, clear: '777', brought: { stickers: [], counts: {} } };
const board = (more: object): BoardView => ({ laid: [], ...BARE, ...more }) as unknown as BoardView;
const scene = (more: object, rules: [string, number[]][] = []): Scene =>
  ({ grid, board: board(more), ground: { open: '777' }, view: { rules, phase: 'rounds' } }) as unknown as Scene;
const count = (art: string, part: string): number => art.split(part).length - 1;

describe('factories', () => {
  const owner = board({ brought: { stickers: [['cog', 'B-I2']], counts: {} } });
  const piece = { name: 'I2', kind: 'B', cells: [[0, 0] as const, [0, 1] as const], marks: [] };

  it('have a chimney wherever they lie, but no other building has', () => {
    expect(chimney(grid, piece, { id: '', owner })).toContain('#p-cog');
    expect(chimney(grid, { ...piece, kind: 'R' }, { id: '', owner })).toBe('');
    expect(chimney(grid, piece, { id: '' })).toBe('');
  });

  it('tell how many work there, and the investor what he brings beside the building he stands on', () => {
    const more = {
      stands_on: '1',
      clear: '776',
      workers: [['factory', '40', 5, 3]],
      laid: [['B', 'I2', 0, '40']],
    };
    const art = planned(scene(more, [['investor', [1]]]));
    expect(count(art, '<circle')).toBe(2);
    expect(art).toContain('>+1<');
    expect(art).toContain('>3/3<');
    const told = words(board(more), { rules: [['investor', [1]]] } as unknown as View, say);
    expect(told.map(({ text }) => text)).toEqual(['plan.investor 1', 'shape.I2: plan.workers 3 3']);
  });
});

describe('shafts', () => {
  const shaft = { shaft: 'R', boxes: 7, crossed: 2, digs: 1, gifts: [[4, 'progress', 'struck']] };

  it('cross off boxes for good, and dotted those that would be', () => {
    const [kept] = shafts(board({ shafts: [shaft] }), say);
    expect(count(kept?.art ?? '', '<rect')).toBe(7);
    expect(count(kept?.art ?? '', 'stroke-dasharray')).toBe(1);
    expect(kept?.about).toEqual([
      'plan.crossed 2 7',
      'plan.digs 1',
      'plan.box 4: series.count.progress (plan.triangle.struck)',
    ]);
    expect(kept?.holds('boxes:R', 'award.others')).toBe(true);
    expect(kept?.holds('boxes:B', 'award.others')).toBe(false);
  });

  it('are the pictures of answers that name them', () => {
    const mine = board({ shafts: [shaft] });
    expect(shaftFor(['box', 'R'], mine)?.name).toBe('shaft.R');
    expect(shaftFor(['box', 'B'], mine)).toBeUndefined();
    expect(shaftFor(['mark', 'R'], mine)).toBeUndefined();
  });
});

describe('beside and on the board', () => {
  it('the cabinet has a place for every nugget up to the last that counts', () => {
    const brought = { stickers: [], counts: { nuggets: 1, nuggets_ever: 3 } };
    const [kept] = cabinet(board({ milestones: [4, 8, 12], brought }), say);
    expect(count(kept?.art ?? '', 'fill="var(--gold)"')).toBe(1);
    expect(count(kept?.art ?? '', 'fill="var(--wood)"')).toBe(12);
    expect(cabinet(board({}), say)).toEqual([]);
  });

  it('the track lies along its row', () => {
    expect(rails(scene({}, [['rail.row:3', [2]]]))).toContain('M0 137H144');
    expect(rails(scene({}))).toBe('');
  });

  it('a link tells the cells it lacks until it is reached', () => {
    expect(count(missing(scene({ links: [['race', false, '3']] })), '<rect')).toBe(2);
    expect(missing(scene({ links: [['race', true, '3']] }))).toBe('');
    const told = linkWords(board({ links: [['race', false, null]], chains: [['chain.Y', '3', 2]] }), null, say);
    expect(told.map(({ text }) => text)).toEqual(['tally.chain.Y: 2', 'tally.race: plan.link.none']);
  });

  it('parks lie where they are noted; palace and garden houses have roofs of their own', () => {
    expect(count(parks(scene({ notes: { park: '5' } })), '#p-park')).toBe(2);
    const one = { name: 'X1', kind: 'N', cells: [[0, 0] as const], marks: [] };
    expect(ownRoof(grid, one)).toContain('#p-garden');
    expect(ownRoof(grid, { ...one, kind: 'R', name: 'PAL' })).toContain('#p-palace');
    expect(ownRoof(grid, { ...one, kind: 'R' })).toBe('');
  });
});
