import { describe, expect, it } from 'vitest';
import sheet from '../finished.json';
import { geometry, loose, type Position } from '../../laying/grid/geometry';
import type { Scene } from '../../laying/grid/scene';
import type { GridView } from '../../laying/view';
import type { View } from '../view';
import { comingRow, passRow } from './margin';
import { pencilled } from './pencil';
import { frame, land, piece, symbols } from './sheet';
import { loop, scribble, stroke } from './strokes';

const grid = geometry(sheet.grid as unknown as GridView);
const CELLS: Position[] = [
  [2, 3],
  [3, 3],
  [3, 4],
];

function scene(
  parts: {
    stickers?: [string, string][];
    passes?: number;
    layers?: Record<string, string[]>;
    tally?: [string, number, string][];
  } = {},
): Scene {
  const board = {
    seat: 0,
    passes: parts.passes ?? 0,
    brought: { stickers: parts.stickers ?? [], counts: {} },
    tally: parts.tally ?? [],
  };
  const view = { grid: sheet.grid, boards: [board], circles: [-1, -2], deck: [], left: [], phase: 'rounds' };
  return {
    view,
    grid,
    board,
    ground: { ...sheet.ground, layers: { ...sheet.ground.layers, ...parts.layers } },
    id: 't',
    small: false,
  } as unknown as Scene;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a hand', () => {
  it('draws the same line for the same seed, another for another', () => {
    expect(stroke([0, 0], [48, 0], 3)).toBe(stroke([0, 0], [48, 0], 3));
    expect(stroke([0, 0], [48, 0], 3)).not.toBe(stroke([0, 0], [48, 0], 4));
  });
  it('never strays far', () => {
    const far = (path: string): number => Math.max(...(path.match(/-?[\d.]+/g) ?? []).map(Number));
    expect(far(loop([24, 24], 13, 1))).toBeLessThan(42);
    expect(far(scribble([20, 20], 14, 1))).toBeLessThan(38);
  });
});

describe('a building', () => {
  const kinds = ['filled', 'hatched', 'crossed', 'church', 'fortress'];
  it('looks different in every kind', () => {
    expect(new Set(kinds.map((kind) => pencilled(grid, CELLS, kind, { id: 'x' }))).size).toBe(kinds.length);
  });
  it('has a pen of its own for every kind', () => {
    for (const kind of kinds) expect(pencilled(grid, CELLS, kind, { id: 'x' })).toContain(`var(--pen-${kind})`);
  });
  it('has a circle in every cell of a church', () => {
    const circles = /stroke-width="2.9"/.exec(pencilled(grid, CELLS, 'church', { id: 'x' }));
    const path = /d="([^"]*)" stroke-width="2.9"/.exec(pencilled(grid, CELLS, 'church', { id: 'x' }))?.[1] ?? '';
    expect(circles).not.toBeNull();
    expect(count(path, 'M')).toBe(CELLS.length);
  });
  it('is only an outline without a kind', () =>
    expect(pencilled(loose('square'), [[0, 0]], '', { id: 'x' })).not.toContain('--pen-'));
  it('is printed where the sheet has it', () => {
    const cells: Position[] = [
      [7, 7],
      [7, 8],
    ];
    const mill = scene({
      layers: { sawmill: [cells.reduce((sum, cell) => sum | (1n << BigInt(grid.bit(cell))), 0n).toString(16)] },
    });
    expect(piece(grid, { name: 'S', kind: 'sawmill', cells, marks: [] }, { id: 'x', scene: mill })).toContain(
      '#s-sawmill',
    );
    expect(piece(grid, { name: 'I2', kind: 'church', cells, marks: [] }, { id: 'x', scene: mill })).toContain(
      '--pen-church',
    );
  });
});

describe('the sheet', () => {
  it('has room for the rows below, but not from afar', () => {
    expect(frame(grid, false).height).toBeGreaterThan(frame(grid, true).height + 60);
  });
  it('prints trees alone and in pairs', () => {
    expect(symbols(scene())).toContain('#s-tree2');
    expect(symbols(scene())).toContain('#s-well');
  });
  it('has the thin river, and the wide one in one bank with it', () => {
    expect(count(land(scene()), '#s-waves')).toBe(0);
    expect(count(land(scene({ layers: { water: ['18'] } })), '#s-waves')).toBe(2);
  });
  it('has a bandit that came along drawn by hand', () => {
    const bit = 1n << BigInt(grid.bit([3, 6]));
    const layers = { bandit: [bit.toString(16)] };
    expect(symbols(scene({ layers }))).not.toContain('--pencil');
    const carried = symbols(scene({ layers, stickers: [['carried', 'G4']] }));
    expect(carried).toContain('--pencil');
    expect(count(carried, '#s-bandit')).toBe(1);
    expect(count(carried, '<path')).toBe(0);
  });
  it('has surrounded bandits crossed out, and no others', () => {
    const [free, caught] = [1n << BigInt(grid.bit([3, 6])), 1n << BigInt(grid.bit([1, 1]))];
    const layers = { bandit: [(free | caught).toString(16)] };
    const drawn = symbols(scene({ layers, tally: [['surrounded.bandit', -3, free.toString(16)]] }));
    expect(count(drawn, 's-caught')).toBe(1);
    expect(count(symbols(scene({ layers })), 's-caught')).toBe(0);
  });
});

describe('the rows below the map', () => {
  it('fill circle after circle, the last one counts', () => {
    const row = passRow([-1, -2, -3, -5, -7, -10], 2, 0);
    expect(count(row, '--pencil')).toBe(2);
    expect(count(row, '--pen-red')).toBe(1);
    expect(row).toContain('−10');
  });
  it('cross off what the compass has brought', () => {
    const shapes = {
      I1: [[[0, 0]], []],
      I2: [
        [
          [0, 0],
          [0, 1],
        ],
        [],
      ],
    };
    const view = {
      phase: 'rounds',
      deck: ['church-I1', 'church-I2', 'church-I1'],
      left: ['church-I1'],
      card: 'church-I2',
      shapes,
    } as unknown as View;
    const row = comingRow(view, 528, 400);
    expect(count(row, '--pencil')).toBe(1);
    expect(count(row, '--pad-lamp')).toBe(1);
  });
});
