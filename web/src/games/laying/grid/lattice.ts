/** How cells lie in the plane: all that differs between squares and hexes. One cell is CELL wide. */

export type Position = readonly [row: number, column: number];
export type Point = readonly [x: number, y: number];
export type Direction = 'up' | 'down' | 'left' | 'right';

export const CELL = 48;

export interface Lattice {
  readonly name: string;
  /** Degrees of one turn. */
  readonly turn: number;
  /** The steps to the neighbours, clockwise from the right. */
  readonly sides: readonly Position[];
  /** The corners of a cell around its middle, clockwise. */
  readonly corners: readonly Point[];
  middle(position: Position): Point;
  nearest(point: Point): Position;
  /** What one step in a direction can be, the best first. */
  steps(direction: Direction, from: Position): readonly Position[];
  call(position: Position): string;
  read(name: string): Position | null;
}

const ONE: Readonly<Record<Direction, Position>> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

export function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

const SQUARE: Lattice = {
  name: 'square',
  turn: 90,
  sides: [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ],
  corners: [
    [-CELL / 2, -CELL / 2],
    [CELL / 2, -CELL / 2],
    [CELL / 2, CELL / 2],
    [-CELL / 2, CELL / 2],
  ],
  middle: ([row, column]) => [(column + 0.5) * CELL, (row + 0.5) * CELL],
  nearest: ([x, y]) => [Math.floor(y / CELL), Math.floor(x / CELL)],
  steps: (direction) => [ONE[direction]],
  call: ([row, column]) => `${letter(column)}${row + 1}`,
  read: (name) => {
    const found = /^([A-Z])(\d+)$/.exec(name);
    return found?.[1] && found[2] ? [Number(found[2]) - 1, found[1].charCodeAt(0) - 65] : null;
  },
};

const RADIUS = CELL / Math.sqrt(3);
const ROW = 1.5 * RADIUS;

/** Pointed hexes; the row is r, the column q of axial coordinates, each row indented half a cell more. */
const HEX: Lattice = {
  name: 'hex',
  turn: 60,
  sides: [
    [0, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
    [-1, 1],
  ],
  corners: [
    [0, -RADIUS],
    [CELL / 2, -RADIUS / 2],
    [CELL / 2, RADIUS / 2],
    [0, RADIUS],
    [-CELL / 2, RADIUS / 2],
    [-CELL / 2, -RADIUS / 2],
  ],
  middle: ([row, column]) => [(column + row / 2) * CELL, row * ROW],
  nearest: ([x, y]) => nearestHex(x / CELL - y / ROW / 2, y / ROW),
  steps: (direction, [row]) => hexSteps(direction, row % 2 !== 0),
  call: ([row, column]) => `${column},${row}`,
  read: (name) => {
    const found = /^(-?\d+),(-?\d+)$/.exec(name);
    return found?.[1] && found[2] ? [Number(found[2]), Number(found[1])] : null;
  },
};

/** Up and down go in a zigzag, so that they lead straight on; at a slanted shore the other direction round. */
function hexSteps(direction: Direction, odd: boolean): readonly Position[] {
  if (direction === 'left' || direction === 'right') return [ONE[direction]];
  const [left, right]: [Position, Position] =
    direction === 'down'
      ? [
          [1, -1],
          [1, 0],
        ]
      : [
          [-1, 0],
          [-1, 1],
        ];
  return odd ? [left, right] : [right, left];
}

/** Cube rounding: of the three coordinates the one that is furthest off follows from the others. */
function nearestHex(q: number, r: number): Position {
  const s = -q - r;
  const [a, b, c] = [whole(q), whole(r), whole(s)];
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) return [b, 0 - b - c];
  return db > dc ? [0 - a - c, a] : [b, a];
}

/** The nearest whole number; never -0, which is not the name of a cell. */
function whole(n: number): number {
  return Math.round(n) + 0;
}

const LATTICES: Readonly<Record<string, Lattice>> = { square: SQUARE, hex: HEX };

export function latticeOf(name: string): Lattice {
  const lattice = LATTICES[name];
  if (!lattice) throw new Error(`no lattice ${name}`);
  return lattice;
}
