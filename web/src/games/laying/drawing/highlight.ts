/** Which cells a tally line lights: buildings as one outline per kind, other cells each with its share. */
import type { EntryView } from '../../../base/api/view';
import type { Geometry, Position } from '../grid/geometry';
import { has, mask, type Mask } from '../grid/masks';
import type { Scene } from '../grid/scene';
import type { BoardView, GroundView } from '../view';

export interface Lit {
  groups: Position[][];
  single: { cell: Position; points: number | null }[];
}

export const DARK: Lit = { groups: [], single: [] };

/** How many of a layer's things lie on the cell. */
export function amount(masks: readonly string[], bit: number): number {
  return masks.filter((hex) => has(mask(hex), bit)).length;
}

export function lit({ grid, board, ground }: Pick<Scene, 'grid' | 'board' | 'ground'>, entry: EntryView): Lit {
  const counted = mask(entry[2]) & grid.cells;
  const cells = counted || spokenOf(ground, entry[0]) & grid.cells;
  const covered = grid.cells & ~mask(board.clear);
  const free = grid.positions(cells & ~covered);
  const shares = counted ? sharesOf(grid, ground, entry, free, cells) : null;
  return {
    groups: groupsOf(grid, board, cells & covered),
    single: free.map((cell, i) => ({ cell, points: shares?.[i] ?? null })),
  };
}

/** Where nothing counts yet: the things that the line is about. */
function spokenOf(ground: GroundView, rule: string): Mask {
  const layer = rule.split('.').find((part) => ground.layers[part]);
  return (layer ? (ground.layers[layer] ?? []) : []).reduce((all, hex) => all | mask(hex), 0n);
}

function groupsOf(grid: Geometry, board: BoardView, cells: Mask): Position[][] {
  const kinds = board.marks.map((hex) => mask(hex) & cells).filter((set) => set !== 0n);
  return kinds.map((set) => grid.positions(set));
}

/** What each free cell brings, where the line's points divide evenly over what lies on them. */
function sharesOf(
  grid: Geometry,
  ground: GroundView,
  [rule, points]: EntryView,
  free: Position[],
  cells: Mask,
): number[] | null {
  const layer = rule.split('.').find((part) => ground.layers[part]);
  const masks = layer ? (ground.layers[layer] ?? []) : [];
  const weights = free.map((cell) => amount(masks, grid.bit(cell)) || 1);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = free.every((cell) => has(cells, grid.bit(cell)));
  if (!all || !whole || points % all !== 0) return null;
  return weights.map((weight) => (weight * points) / all);
}
