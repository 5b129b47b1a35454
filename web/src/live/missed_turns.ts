/** What was written for a seat of ours while we were away: told on arrival, until it is read or the seat answers. */
import type { Absent, Push } from '../base/api/types';
import { keep, kept } from '../base/storage';

/** `mark` names it: of which match and seat, after which line of our own, how much. */
export interface Told extends Absent {
  match: string;
  mark: string;
}

const KEPT = 12; // marks of a table

export function told(absent: Absent | null, match: string, seat: number | null, n: number | null): Told | null {
  return absent && { ...absent, match, mark: [match, seat, n, absent.late, absent.bot].join('/') };
}

export const toldBy = ({ absent, match, seat, n }: Push): Told | null => told(absent, match, seat, n);

/** All of it in one: a person may hold several seats. */
export function summed(all: readonly Told[]): Absent | null {
  if (!all.length) return null;
  return { late: all.reduce((sum, { late }) => sum + late, 0), bot: all.reduce((sum, { bot }) => sum + bot, 0) };
}

/** What was read at a table, on this device. */
export class Reading {
  readonly #key: string;

  constructor(table: string) {
    this.#key = `absent.${table}`;
  }

  has({ mark }: Told): boolean {
    return this.#marks().includes(mark);
  }

  add(...read: readonly Told[]): void {
    keep(this.#key, [...this.#marks(), ...read.map(({ mark }) => mark)].slice(-KEPT));
  }

  #marks(): string[] {
    return kept<string[]>(this.#key) ?? [];
  }
}
