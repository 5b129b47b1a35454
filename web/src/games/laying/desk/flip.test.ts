import { expect, it } from 'vitest';
import { flipped, hasMirror, inHand, shapeOf, turned, type Draft } from './draft';
import { geometry, type Position } from '../grid/geometry';
import { readPieces } from '../grid/pieces';

// An L in all its orientations: four turns, then four turns of its mirror image.
const L: readonly Position[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [1, 2],
];
const turn = (cells: readonly Position[]): Position[] => cells.map(([row, column]) => [column, -row]);
const turns = (cells: readonly Position[]): Position[][] =>
  [0, 1, 2].reduce<Position[][]>((all) => [...all, turn(all.at(-1) ?? [])], [[...cells]]);
const fromFirst = (cells: readonly Position[]): [number, number][] => {
  const [first] = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return cells.map(([row, column]) => [row - (first?.[0] ?? 0), column - (first?.[1] ?? 0)]);
};
const mirror = L.map(([row, column]): Position => [row, -column]);
const shapes = [...turns(L), ...turns(mirror)].map((cells, orientation) => ({
  orientation,
  cells: fromFirst(cells),
  inside: '0',
  legal: '0',
  lacks: {},
}));
const pieces = readPieces([{ name: 'L4', kind: 'filled', marks: [], shapes }]);
const grid = geometry({
  lattice: 'square',
  top: 0,
  left: 0,
  width: 5,
  cells: (0b01111_01111_01111_01111).toString(16),
  joins: [],
  river: [],
});

const orientation = (draft: Draft): number | undefined => shapeOf(pieces, draft)?.orientation;

it('turns within one side', () => {
  const round = [1, 2, 3, 4].map((n) =>
    Array.from({ length: n }).reduce<Draft>((draft) => turned(pieces, grid, draft, 1), inHand(pieces)),
  );
  expect(round.map(orientation)).toEqual([1, 2, 3, 0]);
  const back = flipped(pieces, grid, inHand(pieces));
  expect(orientation(turned(pieces, grid, back, -1))).toBe(7);
});

it('mirrors left and right, and back', () => {
  const once = flipped(pieces, grid, inHand(pieces));
  expect(orientation(once)).toBe(4);
  expect(orientation(flipped(pieces, grid, once))).toBe(0);
  const upright = turned(pieces, grid, inHand(pieces), 1);
  expect(orientation(flipped(pieces, grid, upright))).toBe(7);
});

it('knows what turning alone does not give', () => {
  expect(hasMirror(grid, pieces[0])).toBe(true);
  const [piece] = readPieces([{ name: 'L4', kind: 'filled', marks: [], shapes: shapes.slice(0, 4) }]);
  expect(hasMirror(grid, piece)).toBe(false);
});
