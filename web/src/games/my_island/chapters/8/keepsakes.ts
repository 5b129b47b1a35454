/** The ring with its lights, beside an island and in words. */
import type { Say } from '../../../../base/i18n/say';
import type { Keepsake, Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/grid/masks';
import type { BoardView } from '../../../laying/view';
import { isLit, lightsOf, type Arc } from './lights';
import { ring } from './ring';

const SIDE = 108;
const SIXTH = Math.PI / 3;

export function keepsakes(board: BoardView, say: Say): Keepsake[] {
  const lights = lightsOf(board);
  if (!lights.length) return [];
  const arcs = lights.map(({ state }, i): Arc => ({ angle: i * SIXTH - Math.PI / 2, state }));
  return [
    {
      key: 'portal',
      name: say('layer.portal'),
      about: [say('plan.portal', lights.filter(isLit).length, lights.length)],
      since: 22,
      holds: (_, rule) => rule === 'lit_plots',
      art: ring([SIDE / 2, SIDE / 2], arcs, 0.78),
      width: SIDE,
      height: SIDE,
    },
  ];
}

/** How many segments shine; those that can still be lit now are its cells. */
export function lightPlan(board: BoardView, _: unknown, say: Say): Plan[] {
  const lights = board.bare ? [] : lightsOf(board);
  const [first] = lights;
  if (!first) return [];
  const open = lights.filter(({ state }) => state === 'open').reduce((cells, { cell }) => cells | mask(cell), 0n);
  const text = say('plan.portal', lights.filter(isLit).length, lights.length);
  return [{ text: `${say(`tally.${first.rule}`)}: ${text}`, cells: open.toString(16), rule: first.rule }];
}
