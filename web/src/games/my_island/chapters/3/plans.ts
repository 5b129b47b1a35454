/** What one plans with, in words: things to surround, bays to watch, sites to dig up. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/grid/masks';
import type { BoardView } from '../../../laying/view';
import { sitesOf, spotsOf, type SiteState, type SiteView } from './spots';

export function plans(board: BoardView, _: unknown, say: Say): Plan[] {
  return [...spots(board, say), ...sites(board, say)];
}

/** Every thing in a line of its own; those that ask for different symbols say for which. */
function spots(board: BoardView, say: Say): Plan[] {
  const all = spotsOf(board);
  return all.map(({ rule, ring, open, have, need, done, helps }) => {
    const isOther = all.some((other) => other.rule === rule && other.helps[0] !== helps[0]);
    const asks = isOther ? helps.map((symbol) => ` (${say(`kind.${symbol}`).toLowerCase()})`).join('') : '';
    return {
      text: `${say(`tally.${rule}`)}${asks}: ${done ? say('plan.spot.done') : say('plan.spot.now', have, need)}`,
      cells: done ? ring : open,
      rule,
    };
  });
}

/** How many are dug up, open and lost; the open ones are lit. */
function sites(board: BoardView, say: Say): Plan[] {
  const rules = [...new Set(sitesOf(board).map(([rule]) => rule))];
  return rules.map((rule) => {
    const all = sitesOf(board).filter(([other]) => other === rule);
    const count = (state: SiteState): number => all.filter((site) => site[2] === state).length;
    return {
      text: `${say(`tally.${rule}`)}: ${say('plan.sites', count('dug'), count('open'), count('lost'))}`,
      cells: together(all.filter((site) => site[2] === 'open')),
      rule,
    };
  });
}

const together = (sites: readonly SiteView[]): string =>
  sites.reduce((cells, [, cell]) => cells | mask(cell), 0n).toString(16);
