/** The lines of a tally in an order that does not change during a match. */
import type { EntryView } from '../../base/api/view';
import type { BoardView, View } from './view';

/** The start, the passes, then every line of the score block in its order, also where it is worth nothing yet. */
export function linesOf(view: Pick<View, 'rules' | 'score'>, { tally }: Pick<BoardView, 'tally'>): EntryView[] {
  const passes = view.rules.some(([id]) => /^pass(\.|$)/.test(id)) ? ['pass'] : [];
  const always = [...passes, ...view.score];
  const named = (rule: string): EntryView[] => tally.filter(([id]) => id === rule);
  const lines = always.flatMap((rule): EntryView[] => (named(rule).length ? named(rule) : [[rule, 0, '0']]));
  return [...named('start'), ...lines, ...tally.filter(([id]) => id !== 'start' && !always.includes(id))];
}
