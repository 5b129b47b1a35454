/**
 * Where cells lie and what their outline is: all that differs between squares and hexes.
 * A position is (row, column); a point is in drawing units, one cell is CELL wide.
 */
import { bits, has, highest, mask, type Mask } from './masks';
import type { GridView } from './view';

export type Position = readonly [row: number, column: number];
export type Point = readonly [x: number, y: number];
export type Way = 'up' | 'down' | 'left' | 'right';

export const CELL = 48;

export interface Geometry {
  readonly lattice: string;
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  readonly columns: number;
  readonly top: number;
  readonly left: number;
  readonly cells: Mask;
  readonly steps: Readonly<Record<Way, Position>>;
  position(bit: number): Position;
  /** The bit of a position, -1 where the grid has none. */
  bit(position: Position): number;
  positions(set: Mask): Position[];
  name(position: Position): string;
  read(name: string): Position | null;
  /** The middle of a cell. */
  middle(position: Position): Point;
  /** The point of a corner, as the river has them. */
  corner(corner: Position): Point;
  /** The position whose cell a point lies in, on the grid or beside it. */
  nearest(point: Point): Position;
  /** One rounded outline around cells, given as offsets from the grid's first row and column. */
  outline(cells: readonly Position[], inset: number, radius: number): string;
}

/** Numbers in paths: short, at most one digit behind the point. */
export function short(n: number): string {
  return String(Math.round(n * 10) / 10).replace(/^(-?)0\./, '$1.');
}

export function geometry(grid: GridView): Geometry {
  return squares(grid);
}

/** A grid without ends, for pieces that lie on no board: offsets in, drawing units out. */
export function loose(lattice: string): Geometry {
  return squares({ lattice, top: 0, left: 0, width: 2, cells: '1', joins: [], river: [] });
}

function squares(grid: GridView): Geometry {
  const cells = mask(grid.cells);
  const columns = grid.width - 1;
  const rows = Math.floor(highest(cells) / grid.width) + 1;
  const position = (bit: number): Position => [Math.floor(bit / grid.width) + grid.top, (bit % grid.width) + grid.left];
  const bit = ([row, column]: Position): number => {
    const [y, x] = [row - grid.top, column - grid.left];
    if (y < 0 || x < 0 || x >= columns || y >= rows) return -1;
    return has(cells, y * grid.width + x) ? y * grid.width + x : -1;
  };
  const corner = ([row, column]: Position): Point => [(column - grid.left) * CELL, (row - grid.top) * CELL];
  return {
    lattice: grid.lattice,
    width: columns * CELL,
    height: rows * CELL,
    rows,
    columns,
    top: grid.top,
    left: grid.left,
    cells,
    steps: { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] },
    position,
    bit,
    positions: (set) => bits(set).map(position),
    name: ([row, column]) => (grid.lattice === 'square' ? `${letter(column)}${row + 1}` : `${column},${row}`),
    read: (name) => readName(grid.lattice, name),
    middle: ([row, column]) => corner([row + 0.5, column + 0.5]),
    corner,
    nearest: ([x, y]) => [Math.floor(y / CELL) + grid.top, Math.floor(x / CELL) + grid.left],
    outline: (some, inset, radius) => squareOutline(some.map(([r, c]) => [r - grid.top, c - grid.left]), inset, radius),
  };
}

export function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function readName(lattice: string, name: string): Position | null {
  const found = lattice === 'square' ? /^([A-Z])(\d+)$/.exec(name) : /^(-?\d+),(-?\d+)$/.exec(name);
  if (!found?.[1] || !found[2]) return null;
  return lattice === 'square' ? [Number(found[2]) - 1, found[1].charCodeAt(0) - 65] : [Number(found[2]), Number(found[1])];
}

/** The outline of square cells from (0, 0): clockwise loops, shrunk by `inset`, corners rounded. */
export function squareOutline(cells: readonly Position[], inset: number, radius: number): string {
  return squareLoops(cells).map((loop) => rounded(loop, inset, radius)).join('');
}

const key = (a: number, b: number): string => `${a},${b}`;

/** Corner points (x, y) of every border of the cells, straight runs joined. */
export function squareLoops(cells: readonly Position[]): Point[][] {
  const edges = borders(cells);
  const loops: Point[][] = [];
  for (let start = edges.keys().next(); !start.done; start = edges.keys().next()) {
    loops.push(corners(walk(edges, start.value)));
  }
  return loops;
}

function borders(cells: readonly Position[]): Map<string, Point[]> {
  const inside = new Set(cells.map(([y, x]) => key(y, x)));
  const edges = new Map<string, Point[]>();
  const add = (x: number, y: number, to: Point): void => {
    const list = edges.get(key(x, y));
    if (list) list.push(to);
    else edges.set(key(x, y), [to]);
  };
  for (const [y, x] of cells) {
    if (!inside.has(key(y - 1, x))) add(x, y, [x + 1, y]);
    if (!inside.has(key(y, x + 1))) add(x + 1, y, [x + 1, y + 1]);
    if (!inside.has(key(y + 1, x))) add(x + 1, y + 1, [x, y + 1]);
    if (!inside.has(key(y, x - 1))) add(x, y + 1, [x, y]);
  }
  return edges;
}

function walk(edges: Map<string, Point[]>, start: string): Point[] {
  const [x = 0, y = 0] = start.split(',').map(Number);
  const loop: Point[] = [];
  let at: Point = [x, y];
  let way: Point = [0, 0];
  do {
    loop.push(at);
    const next = take(edges, at, way);
    way = [next[0] - at[0], next[1] - at[1]];
    at = next;
  } while (key(...at) !== start);
  return loop;
}

/** The next corner; where two cells touch by a corner only, turn right so that each keeps its own loop. */
function take(edges: Map<string, Point[]>, at: Point, way: Point): Point {
  const list = edges.get(key(...at)) ?? [];
  const right = list.findIndex((to) => way[0] * (to[1] - at[1]) - way[1] * (to[0] - at[0]) > 0);
  const [next] = list.splice(Math.max(right, 0), 1);
  if (!list.length) edges.delete(key(...at));
  return next ?? at;
}

function corners(loop: Point[]): Point[] {
  const n = loop.length;
  return loop.filter((at, i) => {
    const before = loop[(i + n - 1) % n] ?? at;
    const after = loop[(i + 1) % n] ?? at;
    return (at[0] - before[0]) * (after[1] - at[1]) !== (at[1] - before[1]) * (after[0] - at[0]);
  });
}

function rounded(loop: Point[], inset: number, radius: number): string {
  const n = loop.length;
  const way = (i: number): Point => {
    const [a, b] = [loop[i % n] ?? [0, 0], loop[(i + 1) % n] ?? [0, 0]];
    return [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
  };
  const parts = loop.map((at, i) => {
    const [a, b] = [way(i + n - 1), way(i)];
    const x = at[0] * CELL - inset * (a[1] + b[1]);
    const y = at[1] * CELL + inset * (a[0] + b[0]);
    const [dx, dy] = [a[0] * radius, a[1] * radius];
    const curve = `q${short(dx)} ${short(dy)} ${short(dx + b[0] * radius)} ${short(dy + b[1] * radius)}`;
    return `${i ? 'L' : 'M'}${short(x - dx)} ${short(y - dy)}${curve}`;
  });
  return `${parts.join('')}Z`;
}

/** Corner points joined by straight runs with round bends: the river. */
export function bent(points: readonly Point[], radius: number): string {
  const turns = points.filter((at, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    return !before || !after || (at[0] - before[0]) * (after[1] - at[1]) !== (at[1] - before[1]) * (after[0] - at[0]);
  });
  return turns.map((at, i) => bend(turns[i - 1], at, turns[i + 1], radius)).join('');
}

function bend(before: Point | undefined, at: Point, after: Point | undefined, radius: number): string {
  if (!before) return `M${short(at[0])} ${short(at[1])}`;
  if (!after) return `L${short(at[0])} ${short(at[1])}`;
  const [ax, ay] = towards(at, before, radius);
  const [bx, by] = towards(at, after, radius);
  return `L${short(ax)} ${short(ay)}Q${short(at[0])} ${short(at[1])} ${short(bx)} ${short(by)}`;
}

function towards(from: Point, to: Point, far: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const part = Math.min(far, length / 2) / length;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}
