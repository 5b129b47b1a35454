import { describe, expect, it } from 'vitest';
import { bent, CELL, geometry, loose, short, type Position, type Direction } from './geometry';
import { bits, count, has, highest, mask } from './masks';

describe('masks', () => {
  it('read hex strings far beyond 53 bits', () => {
    const set = mask('7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff');
    expect(count(set)).toBe(121);
    expect(has(set, 11)).toBe(false);
    expect(has(set, 12)).toBe(true);
    expect(has(set, -1)).toBe(false);
    expect(bits(mask('2a'))).toEqual([1, 3, 5]);
    expect(bits(mask(''))).toEqual([]);
    expect(highest(mask('10'))).toBe(4);
  });
});

describe('squares', () => {
  const grid = geometry({ lattice: 'square', top: 2, left: 1, width: 4, cells: '77', joins: [], river: [] });

  it('know their cells, names and points', () => {
    expect([grid.rows, grid.columns]).toEqual([2, 3]);
    expect(grid.position(5)).toEqual([3, 2]);
    expect(grid.bit([3, 2])).toBe(5);
    expect(grid.bit([3, 4])).toBe(-1);
    expect(grid.bit([1, 1])).toBe(-1);
    expect(grid.name([3, 2])).toBe('C4');
    expect(grid.read('C4')).toEqual([3, 2]);
    expect(grid.read('c4')).toBeNull();
    expect(grid.middle([2, 1])).toEqual([24, 24]);
    expect(grid.nearest([47.9, 48.1])).toEqual([3, 1]);
    expect(grid.nearest([-1, 0])).toEqual([2, 0]);
  });
});

describe('hexes', () => {
  // Rows of 4, 3 and 2 cells, each indented half a cell more: a small island.
  const grid = geometry({
    lattice: 'hex',
    top: 0,
    left: 0,
    width: 5,
    cells: (0b00011_00111_01111).toString(16),
    joins: [],
    river: [],
  });
  const all = grid.positions(grid.cells);

  it('know their cells, names and size', () => {
    expect(all).toHaveLength(9);
    expect(grid.name([2, 1])).toBe('1,2');
    expect(grid.read('1,2')).toEqual([2, 1]);
    expect(grid.read('B2')).toBeNull();
    expect(grid.width).toBeCloseTo(4 * CELL);
    expect(grid.height).toBeCloseTo((2 * 1.5 + 2) * (CELL / Math.sqrt(3)));
  });

  it('are pointed at anywhere inside, nearly to the corners', () => {
    for (const cell of all) {
      const [x, y] = grid.middle(cell);
      for (const [a, b] of grid.polygon(cell))
        expect(grid.nearest([x + (a - x) * 0.98, y + (b - y) * 0.98])).toEqual(cell);
    }
    expect(grid.bit(grid.nearest([-30, 10]))).toBe(-1);
  });

  it('have six neighbours at the same distance', () => {
    const [x, y] = grid.middle([1, 1]);
    const far = grid.neighbours([1, 1]).map((cell) => Math.hypot(grid.middle(cell)[0] - x, grid.middle(cell)[1] - y));
    expect(far).toHaveLength(6);
    for (const one of far) expect(one).toBeCloseTo(CELL);
    expect(grid.neighbours([0, 0]).filter((cell) => grid.bit(cell) >= 0)).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('are walked straight down and back in a zigzag', () => {
    const walked = (direction: Direction, from: Position): Position => {
      const [[row, column] = [0, 0]] = grid.steps(direction, from);
      return [from[0] + row, from[1] + column];
    };
    const below = walked('down', walked('down', [0, 2]));
    expect(grid.middle(below)[0]).toBeCloseTo(grid.middle([0, 2])[0]);
    expect(walked('up', walked('up', below))).toEqual([0, 2]);
    expect(walked('right', [1, 0])).toEqual([1, 1]);
  });

  it('have one outline around a tile', () => {
    const free = loose('hex');
    expect(
      free.loops(
        [
          [0, 0],
          [0, 1],
          [1, 0],
        ],
        0,
      ),
    ).toHaveLength(1);
    expect(
      free.loops(
        [
          [0, 0],
          [0, 1],
          [1, 0],
        ],
        0,
      )[0],
    ).toHaveLength(12);
    expect(free.loops(free.neighbours([0, 0]), 0)).toHaveLength(2);
    expect(
      free.box([
        [0, 0],
        [0, 1],
      ]).width,
    ).toBeCloseTo(2 * CELL);
  });
});

describe('outlines', () => {
  const ring: Position[] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ];
  const free = loose('square');

  it('join straight runs', () => {
    expect(
      free.loops(
        [
          [0, 0],
          [0, 1],
        ],
        0,
      ),
    ).toEqual([
      [
        [0, 0],
        [2 * CELL, 0],
        [2 * CELL, CELL],
        [0, CELL],
      ],
    ]);
  });

  it('have one loop per border, holes too', () => {
    expect(free.loops(ring, 0)).toHaveLength(2);
  });

  it('keep cells apart that touch by a corner only', () => {
    expect(
      free.loops(
        [
          [0, 0],
          [1, 1],
        ],
        0,
      ),
    ).toHaveLength(2);
  });

  it('are inset and rounded', () => {
    expect(free.outline([[0, 0]], 2, 6)).toBe('M2 8Q2 2 8 2L40 2Q46 2 46 8L46 40Q46 46 40 46L8 46Q2 46 2 40Z');
  });

  it('write short numbers', () => {
    expect([short(0.25), short(-0.5), short(3), short(2.04)]).toEqual(['.3', '-.5', '3', '2']);
  });

  it('bend the river round its corners', () => {
    expect(
      bent(
        [
          [0, 0],
          [0, 48],
          [0, 96],
          [48, 96],
        ],
        18,
      ),
    ).toBe('M0 0L0 78Q0 96 18 96L48 96');
  });
});
