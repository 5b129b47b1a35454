/** Things with a ring around them, bays, sites: what has to come there, how much of it lies there. */
import type { BoardView, Hex, View } from '../../../laying/view';

/** A thing to be surrounded, or a bay to be watched. */
export interface Spot {
  rule: string;
  /** What it is: `temple` of `spot.temple.covered`. */
  thing: string;
  cells: Hex;
  ring: Hex;
  have: number;
  need: number;
  done: boolean;
  /** Cells of the ring where more of it can still come. */
  open: Hex;
  /** The symbols that help; none: any. */
  helps: readonly string[];
}

type SpotView = [
  rule: string,
  cells: Hex,
  ring: Hex,
  have: number,
  need: number,
  done: boolean,
  open: Hex,
  helps: readonly string[],
];

export function spotsOf(board: BoardView): Spot[] {
  const { spots = [] } = board as { spots?: readonly SpotView[] };
  if (board.bare) return [];
  return spots.map(([rule, cells, ring, have, need, done, open, helps]) => ({
    rule,
    thing: rule.split('.')[1] ?? '',
    cells,
    ring,
    have,
    need,
    done,
    open,
    helps,
  }));
}

/** A cell with something under it: still there, dug up, or covered by something that does not dig. */
export type SiteState = 'open' | 'dug' | 'lost';
export type SiteView = [rule: string, cell: Hex, state: SiteState];

export const sitesOf = (board: BoardView): readonly SiteView[] =>
  (board.bare ? undefined : (board as { sites?: readonly SiteView[] }).sites) ?? [];

type FindView = [cell: Hex, points: number];

/** What was found on a cell, by anybody; null while nobody knows. */
export function foundAt(view: View, cell: Hex): number | null {
  const { finds = [] } = view as View & { finds?: FindView[] };
  return finds.find(([site]) => site === cell)?.[1] ?? null;
}
