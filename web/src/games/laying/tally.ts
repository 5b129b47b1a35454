/** The lines of a tally in an order that does not change during a match. */
import type { EntryView } from '../../base/api/view';
import { plain, signed } from '../../base/i18n/number';
import type { Say } from '../../base/i18n/say';
import type { BoardView, View } from './view';

const PASS = /^pass(\.|_|$)/; // the rules that say what a pass costs

/** The start, the passes, then every line of the score block in its order, also where it is worth nothing yet. */
export function linesOf(view: Pick<View, 'rules' | 'score'>, { tally }: Pick<BoardView, 'tally'>): EntryView[] {
  const counted = view.score.some((id) => PASS.test(id));
  const passes = !counted && view.rules.some(([id]) => PASS.test(id)) ? ['pass'] : [];
  const always = [...passes, ...view.score];
  const named = (rule: string): EntryView[] => tally.filter(([id]) => id === rule);
  const lines = always.flatMap((rule): EntryView[] => (named(rule).length ? named(rule) : [[rule, 0, '0']]));
  return [...named('start'), ...lines, ...tally.filter(([id]) => id !== 'start' && !always.includes(id))];
}

/** How a line stands, where it is not booked. */
export const standOf = (view: Pick<View, 'stands'>, line: string): 'open' | 'compared' | null =>
  view.stands?.[line] ?? null;

/** What stands at the end of a line; points that the others can still take are in brackets. */
export function amountOf(view: Pick<View, 'stands'>, [rule, points]: EntryView): string {
  if (rule === 'start') return plain(points);
  if (standOf(view, rule) !== 'compared') return signed(points);
  return points ? `(${signed(points)})` : '–';
}

/** The rule behind a line, said with its numbers; nothing where the line has none. */
export function ruleBehind({ rules }: Pick<View, 'rules'>, line: string, say: Say): string {
  const isBehind = (id: string): boolean => id === line || (line === 'pass' && PASS.test(id));
  const [id, numbers] = rules.find(([rule]) => isBehind(rule)) ?? [];
  return id && numbers ? say(id, ...numbers) : '';
}

/** What a line is called and what brings its points, in one sentence. */
export function lineInWords(view: Pick<View, 'rules'>, line: string, say: Say): string {
  const rule = line === 'start' ? say('web.play.line.start') : ruleBehind(view, line, say);
  return rule ? `${say(`tally.${line}`)}. ${rule}.` : `${say(`tally.${line}`)}.`;
}
