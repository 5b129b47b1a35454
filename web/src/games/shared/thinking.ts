/** What somebody who is waited for does. */
import type { Head } from '../../base/api/view';
import type { Sitter } from '../contract';

/** Whether a bot only waits for the people: the last one answers after them, so it thinks about nothing. */
export const waitsForPeople = (view: Pick<Head, 'to_act'>, seat: number, sitters: readonly Sitter[]): boolean =>
  sitters[seat] === 'bot' &&
  view.to_act.length > 1 &&
  view.to_act.every((other) => other === seat || sitters[other] !== 'bot');
