/** Who wins, in one sentence. */

import type { Say } from '../../base/i18n/say';
import { plain } from '../../base/i18n/number';

export interface Outcome {
  /** By seat. */
  values: number[];
  places: number[];
}

/** `mine` are the seats of whoever reads it. */
export function verdict(
  { values, places }: Outcome,
  names: readonly string[],
  mine: readonly number[],
  say: Say,
): string {
  const order = values.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  const [best, second] = order;
  if (best === undefined) return '';
  const value = (seat: number) => plain(values[seat] ?? 0);
  if (second === undefined) return say('web.result.alone', values[best] ?? 0);
  const first = order.filter((seat) => places[seat] === 1);
  if (first.length > 1)
    return say('web.result.shared', { names: first.map((seat) => names[seat]).join(', '), value: value(best) });
  const won = mine.length === 1 && mine[0] === best;
  const text = { name: names[best] ?? '', value: value(best), other: value(second) };
  if (value(best) === value(second)) return say(won ? 'web.result.close.me' : 'web.result.close', text);
  return say(won ? 'web.result.win.me' : 'web.result.win', text);
}
