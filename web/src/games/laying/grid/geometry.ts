/** Where the cells of a board lie, on squares and hexes alike. A point is in drawing units, one cell is CELL wide. */
import { latticeOf, type Lattice, type Point, type Position, type Direction } from './lattice';
import { bits, has, highest, mask, type Mask } from './masks';
import { loopsOf, rounded } from './outline';
import type { GridView } from '../view';

export { CELL, letter, type Point, type Position, type Direction } from './lattice';
export { bent, short } from './outline';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Geometry {
  readonly lattice: Lattice;
  /** The size of all cells together; their upper left is (0, 0). */
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  readonly columns: number;
  readonly top: number;
  readonly left: number;
  readonly cells: Mask;
  position(bit: number): Position;
  /** The bit of a position, -1 where the grid has none. */
  bit(position: Position): number;
  positions(set: Mask): Position[];
  name(position: Position): string;
  read(name: string): Position | null;
  /** The positions that share a side with this one, clockwise from the right, on the grid or not. */
  neighbours(position: Position): Position[];
  /** The positions that touch this one although they lie apart. */
  joined(position: Position): Position[];
  /** All pairs of them. */
  readonly joins: readonly (readonly [Position, Position])[];
  /** What one step in a direction can be, the best first. */
  steps(direction: Direction, from: Position): readonly Position[];
  /** The middle of a cell. */
  middle(position: Position): Point;
  /** The upper left of a cell's box; for squares also the points a river runs through. */
  corner(position: Position): Point;
  /** The corners of a cell, clockwise. */
  polygon(position: Position): Point[];
  /** The position whose cell a point lies in, on the grid or beside it. */
  nearest(point: Point): Position;
  /** The corners of the outline around cells, clockwise; a hole is a loop of its own. */
  loops(cells: readonly Position[], inset: number): Point[][];
  /** One rounded outline around cells. */
  outline(cells: readonly Position[], inset: number, radius: number): string;
  box(cells: readonly Position[]): Box;
}

const known = new Map<string, Geometry>();
const KNOWN = 16; // grids that are kept, and with each the outlines that were drawn on it
const OUTLINES = 4000;

/** The same grid comes with every view: where its cells lie is worked out once. */
export function geometry(grid: GridView): Geometry {
  const key = [grid.lattice, grid.top, grid.left, grid.width, grid.cells, ...grid.joins].join(' ');
  const before = known.get(key);
  if (before) return before;
  if (known.size >= KNOWN) known.clear();
  const made = geometryOf(grid);
  known.set(key, made);
  return made;
}

function geometryOf(grid: GridView): Geometry {
  const lattice = latticeOf(grid.lattice);
  const cells = mask(grid.cells);
  const columns = grid.width - 1;
  const rows = Math.floor(highest(cells) / grid.width) + 1;
  const position = (bit: number): Position => [Math.floor(bit / grid.width) + grid.top, (bit % grid.width) + grid.left];
  const joins = grid.joins.map(([a, b]) => [position(highest(mask(a))), position(highest(mask(b)))] as const);
  const plane = planeOf(lattice, bits(cells).map(position));
  return {
    lattice,
    rows,
    columns,
    top: grid.top,
    left: grid.left,
    cells,
    position,
    bit: ([row, column]) => {
      const [y, x] = [row - grid.top, column - grid.left];
      const bit = y < 0 || x < 0 || x >= columns || y >= rows ? -1 : y * grid.width + x;
      return has(cells, bit) ? bit : -1;
    },
    positions: (set) => bits(set).map(position),
    name: lattice.call,
    read: lattice.read,
    neighbours: ([row, column]) => lattice.sides.map(([dy, dx]) => [row + dy, column + dx]),
    joins,
    joined: (cell) => joins.flatMap(([a, b]) => (isAt(a, cell) ? [b] : isAt(b, cell) ? [a] : [])),
    steps: lattice.steps,
    ...plane,
  };
}

const isAt = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** A grid without ends, for pieces that lie on no board: offsets in, drawing units out. */
export function loose(lattice: string): Geometry {
  return geometry({ lattice, top: 0, left: 0, width: 2, cells: '1', joins: [], river: [] });
}

type Plane = Pick<
  Geometry,
  'width' | 'height' | 'middle' | 'corner' | 'polygon' | 'nearest' | 'loops' | 'outline' | 'box'
>;

/** The lattice moved so that these cells begin at (0, 0). */
function planeOf(lattice: Lattice, cells: readonly Position[]): Plane {
  const around = (middle: (position: Position) => Point, some: readonly Position[]): Box =>
    boxOf(some.flatMap((cell) => shifted(lattice.corners, middle(cell))));
  const { x, y, width, height } = around(lattice.middle, cells);
  const middle = (position: Position): Point => {
    const [a, b] = lattice.middle(position);
    return [a - x, b - y];
  };
  const polygon = (position: Position): Point[] => shifted(lattice.corners, middle(position));
  const loops = (some: readonly Position[], inset: number): Point[][] => loopsOf(some.map(polygon), inset);
  const own = boxOf(lattice.corners);
  const outlines = new Map<string, string>();
  return {
    width,
    height,
    middle,
    polygon,
    corner: (position) => {
      const [a, b] = middle(position);
      return [a + own.x, b + own.y];
    },
    nearest: ([a, b]) => lattice.nearest([a + x, b + y]),
    loops,
    outline: (some, inset, radius) => {
      const key = `${inset} ${radius} ${some.join(' ')}`;
      const before = outlines.get(key);
      if (before !== undefined) return before;
      if (outlines.size >= OUTLINES) outlines.clear();
      const made = rounded(loops(some, inset), radius);
      outlines.set(key, made);
      return made;
    },
    box: (some) => around(middle, some),
  };
}

function shifted(points: readonly Point[], [x, y]: Point): Point[] {
  return points.map(([a, b]) => [a + x, b + y]);
}

function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
