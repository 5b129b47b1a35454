/** Who is waited for, and in which order the seats are shown. */
import { plain } from '../../base/i18n/number';
import type { Say } from '../../base/i18n/say';
import type { BoardHead, Head } from '../../base/api/view';
import type { Sitter } from '../contract';

const BUTTON_LETTERS = 12; // of a name that fits into a button

/** Seats in the order to show: oneself first, then around the table. */
export function around(view: Head, seat: number | null): number[] {
  const n = view.boards.length;
  const first = seat ?? 0;
  return Array.from({ length: n }, (_, i) => (first + i) % n);
}

/** Whether this board is sealed: what it is worth is not known yet. */
export const isShut = (view: Head, seat: number): boolean => Boolean(view.sealed) && seat !== view.seat;

/** Whether lines are still open, so that what is booked is told apart. */
export const tellsWon = (view: Head): boolean => Object.keys(view.stands ?? {}).length > 0;

/** The number of a player: what is booked, in the end the sum. */
export const wonBy = ({ won, value }: Pick<BoardHead, 'value' | 'won'>): number => won ?? value;

/** What a seat has won and what is open, as one sentence; without that, its value alone. */
export function worthInWords(view: Head, seat: number, name: string, say: Say): string {
  const board = view.boards[seat];
  if (!board || isShut(view, seat)) return `${name}: ${say('web.play.sealed')}`;
  if (!tellsWon(view)) return `${name}: ${plain(board.value)}`;
  const [won, open, now] = [wonBy(board), board.open ?? 0, board.value].map(plain);
  return say('web.play.worth', { name, won: won ?? '', open: open ?? '', now: now ?? '' });
}

/** What stands beside a pawn; a dash while its board is shut. */
export function worth(view: Head, seat: number): string {
  const board = view.boards[seat];
  return !board || isShut(view, seat) ? '–' : plain(wonBy(board));
}

/** The names of those everybody waits for, oneself left out. */
export function awaited(view: Head, seat: number | null, names: readonly string[]): string {
  return view.to_act
    .filter((other) => other !== seat)
    .map((other) => names[other] ?? '')
    .join(', ');
}

/** "Waiting for: Ola, Tomek", or nothing when nobody is waited for. */
export function waiting(view: Head, seat: number | null, names: readonly string[], say: Say): string {
  if (view.sealed) return say('web.play.sealed.wait');
  const whom = awaited(view, seat, names);
  return whom ? `${say('web.play.waiting')} ${whom}` : '';
}

/** The same for a button: one name, or how many. */
export function waitingShort(
  view: Head,
  seat: number | null,
  names: readonly string[],
  sitters: readonly Sitter[],
  say: Say,
): string {
  if (view.sealed) return say('web.play.sealed.wait');
  const others = view.to_act.filter((other) => other !== seat);
  const [first] = others;
  if (first === undefined) return '';
  const name = names[first] ?? '';
  if (others.length === 1 && name.length <= BUTTON_LETTERS) return `${say('web.play.waiting')} ${name}`;
  return say(
    others.every((other) => sitters[other] === 'bot') ? 'web.play.waiting.bots' : 'web.play.waiting.people',
    others.length,
  );
}

/** What the main button says while there is nothing to do: whom the table waits for, or that it is over. */
export function idleText(
  view: Head,
  seat: number | null,
  names: readonly string[],
  sitters: readonly Sitter[],
  say: Say,
): string {
  const waits = waitingShort(view, seat, names, sitters, say);
  return waits || say(view.phase === 'over' ? 'phase.over' : 'web.play.waits');
}

/** Whether a bot only waits for the people: the last one answers after them, so it thinks about nothing. */
export const waitsForPeople = (view: Pick<Head, 'to_act'>, seat: number, sitters: readonly Sitter[]): boolean =>
  sitters[seat] === 'bot' &&
  view.to_act.length > 1 &&
  view.to_act.every((other) => other === seat || sitters[other] !== 'bot');
