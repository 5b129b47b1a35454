/** The lines of a tally in an order that does not change during a match. */
import type { EntryView } from '../view';
import type { BoardView, View } from './view';

/** The rule under which a rule in force books points before the end, if it is one that may not have booked yet. */
function booked(rule: string): string | null {
  if (/^pass(\.|$)/.test(rule)) return 'pass';
  return rule.startsWith('race_') ? rule : null;
}

/** The start, then passes and races even where they are worth nothing yet, then what the board has. */
export function linesOf(view: Pick<View, 'rules'>, board: Pick<BoardView, 'tally'>): EntryView[] {
  const known = new Set(view.rules.map(([id]) => booked(id)).filter((rule) => rule !== null));
  const kept = [...known].map((rule): EntryView => board.tally.find((entry) => entry[0] === rule) ?? [rule, 0, '0']);
  const rest = board.tally.filter(([rule]) => !known.has(rule));
  const start = rest.filter(([rule]) => rule === 'start');
  return [...start, ...kept, ...rest.filter(([rule]) => rule !== 'start')];
}
