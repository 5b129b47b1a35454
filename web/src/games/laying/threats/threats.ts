/** What strikes a board after some round: which of it comes next, what it threatens, what has just struck. */
import type { Threat } from '../chapter_drawings.svelte';
import { mask } from '../grid/masks';
import type { BoardView } from '../view';

/** So many rounds before it strikes, the cells it threatens are hatched. */
export const ROUNDS_BEFORE = 2;

/** Whether the board stands in one of the last rounds before it. */
export const isNear = ({ isPast, after }: Threat, { round }: Pick<BoardView, 'round'>): boolean =>
  !isPast && round >= after - ROUNDS_BEFORE;

/** The next one to come. */
export const nextOf = (threats: readonly Threat[]): Threat | undefined =>
  threats.filter(({ isPast }) => !isPast).sort((a, b) => a.after - b.after)[0];

/** Those that have taken something since an earlier look at the same board. */
export function justStruck(before: readonly Threat[], now: readonly Threat[]): Threat[] {
  const awaited = new Set(before.filter(({ isPast }) => !isPast).map(({ rule }) => rule));
  return now.filter(({ rule, isPast, cells }) => isPast && awaited.has(rule) && mask(cells) !== 0n);
}
