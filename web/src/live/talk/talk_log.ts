/** The entries of a table's talk: pure functions over a list that grows. */
import type { Entry } from '../../base/api/types';

const MAX_ENTRIES = 200;
const NAME_AGAIN_SECONDS = 300; // after such a pause the name is shown again
const DAY_SECONDS = 86_400;

/** The log with these entries in their places: added, or replaced by what they are now. */
export function mergeEntries(log: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const all = new Map([...log, ...entries].map((entry) => [entry.seq, entry]));
  return [...all.values()].sort((one, other) => one.seq - other.seq).slice(-MAX_ENTRIES);
}

export const lastSeq = (log: readonly Entry[]): number => log.at(-1)?.seq ?? 0;

/** What others said after this entry. */
export function unreadAfter(log: readonly Entry[], seq: number): Entry[] {
  return log.filter((entry) => entry.seq > seq && !entry.me && entry.kind !== 'removed');
}

/** Whether an entry shows its name: another person speaks, or the same one after a while. */
export function showsName(before: Entry | undefined, entry: Entry): boolean {
  return (
    !before || before.name !== entry.name || before.seat !== entry.seat || entry.at - before.at > NAME_AGAIN_SECONDS
  );
}

/** The time of day, and from yesterday back the day. */
export function whenSaid(at: number, now: number, language: string): string {
  const said = new Date(at * 1000);
  const today = new Date(now * 1000).toDateString() === said.toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const day: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(now - at < 300 * DAY_SECONDS ? {} : { year: 'numeric' }),
  };
  return new Intl.DateTimeFormat(language, today ? time : { ...day, ...time }).format(said);
}

/** A random receipt; pages without TLS have no `randomUUID`. */
export function newReceipt(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
