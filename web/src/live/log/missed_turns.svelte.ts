/** What was answered for seats of ours: told on arrival and at every missed deadline, until it is read. */
import type { Absence, Push } from '../../base/api/types';
import { load, save } from '../../base/storage';
import { readLate, readLine, type LateAnswer } from './told_line';

/** What was written for one seat; `mark` names it: match, seat, our own last line, how much. */
export interface SeatAbsence extends Absence {
  match: string;
  mark: string;
}

const MARKS_PER_TABLE = 12;

export function absenceOf(
  absent: Absence | null,
  match: string,
  seat: number | null,
  n: number | null,
): SeatAbsence | null {
  return absent && { ...absent, match, mark: [match, seat, n, absent.late, absent.bot].join('/') };
}

const absenceIn = ({ absent, match, seat, n }: Push): SeatAbsence | null => absenceOf(absent, match, seat, n);

/** The sum over all seats: a person may hold several. */
export function sumAbsences(all: readonly Absence[]): Absence | null {
  if (!all.length) return null;
  return { late: all.reduce((sum, { late }) => sum + late, 0), bot: all.reduce((sum, { bot }) => sum + bot, 0) };
}

/** The answer for somebody late that this push brings to their page; null when the page has only just opened. */
export function timeoutIn(before: Push | undefined, now: Push): LateAnswer | null {
  if (now.seat === null || before?.match !== now.match) return null;
  const answers = now.news.map((line) => readLate(readLine(line)));
  return answers.findLast((answer) => answer?.seat === now.seat) ?? null;
}

export class MissedTurns {
  /** The table has answered for a seat of ours just now; until it is read, or the seat acts. */
  timeout = $state.raw<LateAnswer | null>(null);
  /** What was written for each of our seats while we were away; until it is read, or the seat acts. */
  absences = $state.raw<ReadonlyMap<number, SeatAbsence>>(new Map());

  readonly #storageKey: string;
  /** Seats that were ours when we connected and have had no push since. */
  #arriving = new Set<number>();

  constructor(table: string) {
    this.#storageKey = `absent.${table}`;
  }

  /** A connection begins with these seats of ours. */
  arrive(seats: readonly number[]): void {
    this.#arriving = new Set(seats);
  }

  /** `before` is the seat's last push on this connection. */
  hear(push: Push, seat: number, before: Push | undefined): void {
    const absence = absenceIn(push);
    const timeout = timeoutIn(before, push);
    const shown = this.absences.has(seat);
    if (!absence) this.#show(seat, null);
    else if (this.#arriving.has(seat) ? !this.isRead(absence) : timeout && shown) this.#show(seat, absence);
    this.timeout = this.absences.has(seat) ? null : (timeout ?? this.timeout); // one banner, not two
    this.#arriving.delete(seat);
  }

  /** The seat acts: its person is here and knows. */
  acted(seat: number): void {
    this.timeout = null;
    this.#show(seat, null);
  }

  /** The match is no longer here. */
  forgetTimeout(): void {
    this.timeout = null;
  }

  /** The person has read all that these pushes tell. */
  readAll(pushes: Iterable<Push>): void {
    this.timeout = null;
    this.absences = new Map();
    this.markRead(...[...pushes].flatMap((push) => absenceIn(push) ?? []));
  }

  markRead(...read: readonly SeatAbsence[]): void {
    save(this.#storageKey, [...this.#marks(), ...read.map(({ mark }) => mark)].slice(-MARKS_PER_TABLE));
  }

  isRead({ mark }: SeatAbsence): boolean {
    return this.#marks().includes(mark);
  }

  #marks(): string[] {
    return load<string[]>(this.#storageKey) ?? [];
  }

  #show(seat: number, absence: SeatAbsence | null): void {
    const rest = [...this.absences].filter(([other]) => other !== seat);
    this.absences = new Map(absence ? [...rest, [seat, absence]] : rest);
  }
}
