/** A board whose cells lie apart in several parts: which cells hang together, and what joins them. */
import type { Box, Direction, Geometry, Position } from './geometry';

/** The parts, the largest first; a board on which nothing is joined is one part, however its cells lie. */
export function partsOf(grid: Geometry): readonly (readonly Position[])[] {
  const before = found.get(grid);
  if (before) return before;
  const all = grid.positions(grid.cells);
  const parts = grid.joins.length ? together(grid, all).sort((a, b) => b.length - a.length) : [all];
  found.set(grid, parts);
  return parts;
}

const found = new WeakMap<Geometry, readonly (readonly Position[])[]>();

/** Cells that share sides, one set after the other. */
function together(grid: Geometry, all: readonly Position[]): Position[][] {
  const left = new Map(all.map((cell) => [String(cell), cell]));
  const parts: Position[][] = [];
  for (const first of all) {
    if (!left.delete(String(first))) continue;
    const part = [first];
    for (const cell of part) for (const next of grid.neighbours(cell)) if (left.delete(String(next))) part.push(next);
    parts.push(part);
  }
  return parts;
}

/** The part in which all of these cells lie; null where they lie in none, or in several. */
export function partWith(grid: Geometry, cells: readonly Position[]): number | null {
  const part = partsOf(grid).findIndex((some) => {
    const own = new Set(some.map(String));
    return cells.every((cell) => own.has(String(cell)));
  });
  return part < 0 || !cells.length ? null : part;
}

/** A pair of cells that touch although they lie apart, of which some cells cover the first. */
export type Crossing = readonly [here: Position, there: Position];

/** Every join that begins on one of these cells. */
export function crossings(grid: Geometry, cells: readonly Position[]): Crossing[] {
  return cells.flatMap((here) => grid.joined(here).map((there) => [here, there] as const));
}

/** The cells of the parts that lie altogether further on in a direction than the part with these cells. */
export function beyond(grid: Geometry, cells: readonly Position[], direction: Direction): Position[] {
  const own = partWith(grid, cells);
  const parts = partsOf(grid);
  const from = own === null ? undefined : parts[own];
  if (!from) return [];
  const here = grid.box(from);
  return parts.filter((part) => part !== from && isBeyond(here, grid.box(part), direction)).flat();
}

function isBeyond(here: Box, there: Box, direction: Direction): boolean {
  switch (direction) {
    case 'up':
      return there.y + there.height <= here.y;
    case 'down':
      return there.y >= here.y + here.height;
    case 'left':
      return there.x + there.width <= here.x;
    case 'right':
      return there.x >= here.x + here.width;
  }
}
