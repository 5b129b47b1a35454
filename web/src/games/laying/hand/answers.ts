/** Answers that name no cell: which there are, and what they are called. */
import type { Say } from '../../../base/i18n/say';
import { plainCard } from '../log_lines';
import type { Action, View } from '../view';

const LATER = 'later';

/** The answers to the choice that is next; putting it off is none of them. */
export function answersOf(view: Pick<View, 'answers' | 'choices'>): Action[] {
  return [...(view.choices?.[0]?.answers ?? []), ...view.answers].filter(([verb]) => verb !== LATER);
}

/** A piece by its name, anything else by its verb and words. */
export function answerWords([verb, ...rest]: Action, view: Pick<View, 'shapes'>, say: Say): string {
  const last = String(rest.at(-1) ?? '');
  const [, shape = ''] = last.split('-');
  if (verb === 'mark' && view.shapes[shape]) return plainCard(last, say);
  const numbers = rest.filter((word) => typeof word === 'number');
  const words = rest.filter((word) => typeof word === 'string').join(' ');
  return `${say(`answer.${verb}`, ...numbers)}${words ? `: ${words}` : ''}`;
}

/** Whether every answer names a piece and one of its symbols by number. */
export function asksSymbol(view: Pick<View, 'answers' | 'choices' | 'shapes'>): boolean {
  const answers = answersOf(view);
  return (
    answers.length > 0 && answers.every(([, name, n]) => typeof n === 'number' && Boolean(view.shapes[String(name)]))
  );
}
