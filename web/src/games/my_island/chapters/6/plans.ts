/** The light in words: how many cells each lamp lights. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/grid/masks';
import type { BoardView } from '../../../laying/view';
import { litOf, raysOf } from './beams';

export function plans(board: BoardView, _: unknown, say: Say): Plan[] {
  return raysOf(board).map((ray, i) => ({
    text: say('plan.beam', i + 1, litOf(ray), ray.cells.length),
    cells: ray.cells.reduce((all, cell) => all | mask(cell), 0n).toString(16),
    rule: ray.rule,
  }));
}
