/** What one plans with, in words: things to surround, bays to watch, sites to dig up. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/masks';
import type { BoardView } from '../../../laying/view';
import { sitesOf, spotsOf, type SiteState, type SiteView } from './spots';

export function plans(board: BoardView, _: unknown, say: Say): Plan[] {
  return [...spots(board, say), ...sites(board, say)];
}

/** Things of one kind that hang together are told in one line each; the first of several has the words. */
function spots(board: BoardView, say: Say): Plan[] {
  return spotsOf(board).map(({ rule, ring, open, have, need, done }) => ({
    text: `${say(`tally.${rule}`)}: ${done ? say('plan.spot.done') : say('plan.spot.now', have, need)}`,
    cells: done ? ring : open,
    rule,
  }));
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
