/** Roofs in words: how many parts each has, and how many this board would add now. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import type { BoardView } from '../../../laying/view';
import { PARTS, roofsOf } from './stones';

export function plans(board: BoardView, _: unknown, say: Say): Plan[] {
  return roofsOf(board).map(({ rule, thing, name, has, adds }) => ({
    text: `${say(`series.count.${name}`)}: ${words(has, adds, say)}`,
    cells: thing,
    rule,
  }));
}

function words(has: number, adds: number, say: Say): string {
  if (has >= PARTS) return say('plan.roof.whole');
  return adds ? say('plan.roof.adds', has, PARTS, adds) : say('plan.roof.has', has, PARTS);
}
