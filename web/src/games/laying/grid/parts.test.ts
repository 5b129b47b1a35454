import { describe, expect, it } from 'vitest';
import { inHand, stepped, type Draft } from '../desk/draft';
import { geometry, type Position } from './geometry';
import { beyond, crossings, partsOf, partWith } from './parts';
import { readPieces } from './pieces';
import type { GridView } from '../view';

// Three cells in the first row, none in the second, five in the third; A1 touches A3, C1 touches E3.
const ROWS = { cells: 0b11111_00000_00111, width: 6 };
const bit = (row: number, column: number): string => (1n << BigInt(row * ROWS.width + column)).toString(16);
const cells = [0, 1, 2].map((n) => 1n << BigInt(n));
const low = [0, 1, 2, 3, 4].map((n) => 1n << BigInt(2 * ROWS.width + n));
const GRID: GridView = {
  lattice: 'square',
  top: 0,
  left: 0,
  width: ROWS.width,
  cells: [...cells, ...low].reduce((sum, one) => sum | one, 0n).toString(16),
  joins: [
    [bit(0, 0), bit(2, 0)],
    [bit(0, 2), bit(2, 4)],
  ],
  river: [],
};
const grid = geometry(GRID);
const names = (some: readonly Position[]): string[] => some.map((cell) => grid.name(cell)).sort();

describe('a board in parts', () => {
  it('has the largest first, and is one part where nothing is joined', () => {
    expect(partsOf(grid).map(names)).toEqual([
      ['A3', 'B3', 'C3', 'D3', 'E3'],
      ['A1', 'B1', 'C1'],
    ]);
    expect(partsOf(geometry({ ...GRID, joins: [] }))).toHaveLength(1);
  });

  it('knows in which part cells lie, and what touches them from another', () => {
    expect(partWith(grid, [[0, 1]])).toBe(1);
    expect(partWith(grid, [[0, 1], [2, 1]])).toBeNull(); // prettier-ignore
    expect(partWith(grid, [[1, 1]])).toBeNull();
    expect(crossings(grid, [[2, 3], [2, 4]])).toEqual([[[2, 4], [0, 2]]]); // prettier-ignore
    expect(grid.joined([0, 0])).toEqual([[2, 0]]);
    expect(grid.joined([0, 1])).toEqual([]);
  });

  it('is told by the side on which a part lies', () => {
    expect(names(beyond(grid, [[2, 3]], 'up'))).toEqual(['A1', 'B1', 'C1']);
    expect(beyond(grid, [[2, 3]], 'left')).toEqual([]);
    expect(names(beyond(grid, [[0, 0]], 'down'))).toHaveLength(5);
  });
});

describe('a piece at the edge of a part', () => {
  const inside = [...cells.slice(0, 2), ...low.slice(0, 4)].reduce((sum, one) => sum | one, 0n).toString(16);
  const pieces = readPieces([
    {
      name: 'I2',
      kind: 'Y',
      marks: ['Y', 'Y'],
      shapes: [{ orientation: 0, cells: [[0, 0], [0, 1]], inside, legal: inside, lacks: {} }], // prettier-ignore
    },
  ]);
  const held = (name: string): Draft => ({ ...inHand(pieces), at: grid.read(name) });

  it('goes over the gap to the nearest place, and back, but not off the board', () => {
    expect(stepped(pieces, grid, held('D3'), 'up').at).toEqual([0, 1]);
    expect(stepped(pieces, grid, held('A1'), 'down').at).toEqual([2, 0]);
    expect(stepped(pieces, grid, held('A1'), 'up')).toEqual(held('A1'));
    expect(stepped(pieces, grid, held('A1'), 'left')).toEqual(held('A1'));
  });
});
