import { describe, expect, it } from 'vitest';
import { lit } from '../../laying/drawing/highlight';
import { geometry, type Position } from '../../laying/grid/geometry';
import { mask, NONE, type Mask } from '../../laying/grid/masks';
import type { Drawn, Scene } from '../../laying/grid/scene';
import type { BoardView, GridView, GroundView } from '../../laying/view';
import { building } from './building';
import { land, river, symbols } from './land';
import { roof } from './roof';

const GRID: GridView = {
  lattice: 'square',
  top: 0,
  left: 0,
  width: 12,
  cells: '7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff',
  joins: [],
  river: [
    [0, 4],
    [2, 4],
    [2, 5],
    [11, 5],
  ],
};
const GROUND: GroundView = {
  open: '7f0ff1ff3ff3fc1f81f83fc7ff7ff7ff',
  layers: {
    plain: ['7f0ff1ff3ff3fc1f81f83fc7ff7ff7ff'],
    tree: ['22000000100000000040200000002', '22000000100000000040200000002'],
    vein: ['1000000000000000000400'],
    well: ['40000000000000000080004000'],
    forest: ['780700600400400600600400000000000'],
    mountain: ['3007007003000000000'],
    idol: ['10'],
  },
  wants: [],
};
const grid = geometry(GRID);
const scene = (clear: Mask): Scene =>
  ({
    view: { grid: GRID },
    grid,
    ground: GROUND,
    board: { clear: clear.toString(16) },
    id: 'l',
    small: false,
  }) as unknown as Scene;
const house = (cells: Position[], kind: string): Drawn => ({ name: '', kind, cells, marks: cells.map(() => kind) });
const pair = (row: number, column: number): Position[] => [
  [row, column],
  [row, column + 1],
];

describe('a small square', () => {
  const squares = (clear: Mask) => {
    const on = scene(clear);
    const ground = { ...GROUND, layers: { ...GROUND.layers, square: ['3'] } };
    return symbols({ ...on, ground }).split('class="square"').length - 1;
  };

  it('is drawn where it is printed, until something covers it', () => {
    expect(squares(mask('7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff'))).toBe(2);
    expect(squares(mask('7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff7fe'))).toBe(1);
  });
});

describe('a board', () => {
  it('stays under 60 kB when it is full', () => {
    const kinds = ['Y', 'R', 'B', 'C'];
    const shapes: Position[][] = [
      [
        [0, 0],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
      ],
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 1],
      ],
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 1],
      ],
    ];
    const full = Array.from({ length: 24 }, (_, i) =>
      building(grid, house(shapes[i % 4] ?? [], kinds[(i >> 2) % 4] ?? 'Y'), { id: `b${i}` }),
    );
    const all = land(scene(NONE)) + symbols(scene(NONE)) + full.join('') + river(scene(NONE), true);
    expect(all.length).toBeLessThan(60_000);
    expect(all).not.toMatch(/NaN|undefined|filter|style=/);
  });

  it('is drawn the same every time', () => {
    expect(land(scene(NONE))).toBe(land(scene(NONE)));
  });

  it('hides a symbol that is covered', () => {
    const all = symbols(scene(grid.cells));
    expect(all.match(/#p-tree2/g)).toHaveLength(6);
    expect(symbols(scene(grid.cells & ~mask('2'))).match(/#p-tree2/g)).toHaveLength(5);
    expect(all).toContain('>id<'); // an unknown layer: its first letters
  });
});

describe('a building', () => {
  it('has an art for unknown kinds and never takes markup from a name', () => {
    const text = building(grid, { ...house(pair(0, 0), '<b>'), marks: ['<i>'] }, { id: 'x' });
    expect(text).toContain('--wood-2');
    expect(text).not.toContain('<i>');
    expect(text).not.toContain('<b>');
  });

  it('turns a 2x2 into a pyramid', () => {
    expect(
      roof([
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]).block,
    ).toEqual([0, 0]);
    expect(roof(pair(0, 0)).block).toBeNull();
  });
});

describe('a lit line', () => {
  const board = { clear: (grid.cells & ~mask('c')).toString(16), marks: ['c', '0'] } as BoardView;

  it('shares its points over what lies on the cells', () => {
    const { single, groups } = lit({ grid, board, ground: GROUND }, [
      'visible.tree',
      12,
      '22000000100000000040200000002',
    ]);
    expect(single.map(({ points }) => points)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(groups).toEqual([]);
  });

  it('shows buildings as groups without shares', () => {
    expect(lit({ grid, board, ground: GROUND }, ['largest_group', 2, 'c'])).toEqual({
      groups: [pair(0, 2)],
      single: [],
    });
  });

  it('shows no share that would not be whole', () => {
    expect(
      lit({ grid, board, ground: GROUND }, ['visible.well', 5, '40000000000000000080004000']).single[0]?.points,
    ).toBeNull();
  });
});
