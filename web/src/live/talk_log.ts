/** What was said, as a book that grows: pure functions over entries. */
import type { Entry } from '../base/api/types';

const KEPT = 200;
const PAUSE = 300; // seconds after which a name is said again
const DAY = 86_400;

/** The book with these entries in their places: new, or as they are now. */
export function merged(book: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const all = new Map([...book, ...entries].map((entry) => [entry.seq, entry]));
  return [...all.values()].sort((one, other) => one.seq - other.seq).slice(-KEPT);
}

export const lastOf = (book: readonly Entry[]): number => book.at(-1)?.seq ?? 0;

/** What others said after this place. */
export function after(book: readonly Entry[], seq: number): Entry[] {
  return book.filter((entry) => entry.seq > seq && !entry.me && entry.kind !== 'removed');
}

/** Whether an entry begins anew: another person, or the same one after a while. */
export function begins(before: Entry | undefined, entry: Entry): boolean {
  return !before || before.name !== entry.name || before.seat !== entry.seat || entry.at - before.at > PAUSE;
}

/** The time of day, and from yesterday back the day. */
export function whenSaid(at: number, now: number, language: string): string {
  const said = new Date(at * 1000);
  const today = new Date(now * 1000).toDateString() === said.toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const day: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(now - at < 300 * DAY ? {} : { year: 'numeric' }),
  };
  return new Intl.DateTimeFormat(language, today ? time : { ...day, ...time }).format(said);
}

/** A receipt nobody else has made; pages without TLS have no `randomUUID`. */
export function receipt(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
