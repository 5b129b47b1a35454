/** Which lines of a tally a placement changed, and which cells they owe it to. */
import { mask } from '../grid/masks';
import { linesOf } from '../tally';
import type { BoardView, Hex, View } from '../view';

export interface Booked {
  /** Its place in the tally. */
  line: number;
  points: number;
  /** Cells that count now or no longer do; those of the last piece where the same cells count differently. */
  cells: Hex;
  /** Counted at the end. */
  open: boolean;
}

const MOST = 4; // more would only be confusing

/** The most important first: as the preview had it, so nothing that the others change too. */
export function bookedBy(view: Pick<View, 'rules' | 'score' | 'stands'>, before: BoardView, now: BoardView): Booked[] {
  const lines = linesOf(view, now).map(([rule, points, cells], line) => {
    const old = before.tally.filter((entry) => entry[0] === rule);
    const change = mask(cells) ^ old.reduce((all, entry) => all | mask(entry[2]), 0n);
    return {
      rule,
      line,
      points: points - old.reduce((sum, entry) => sum + entry[1], 0),
      cells: change ? change.toString(16) : (now.laid.at(-1)?.[3] ?? '0'),
    };
  });
  return lines
    .filter(({ rule, points }) => points !== 0 && view.stands?.[rule] !== 'compared')
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, MOST)
    .map(({ rule, line, points, cells }) => ({ line, points, cells, open: view.stands?.[rule] === 'open' }));
}
