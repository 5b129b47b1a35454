/** Lines on their way: held until the server has them, sent again under the same receipt number. */

import type { Act, Receipt } from '../../base/api/types';

export interface PendingLine extends Receipt {
  line: string;
}

/** One line per seat is on its way; the others of that seat wait behind it. */
export class Outbox {
  #lines: PendingLine[];

  constructor(before: readonly PendingLine[] = []) {
    this.#lines = [...before];
  }

  get lines(): readonly PendingLine[] {
    return this.#lines;
  }

  /** Adds a line; `n` is the seat's next receipt number. Returns what can be sent now. */
  add(match: string, seat: number, n: number, line: string): Act | null {
    const ahead = this.#of(match, seat);
    const last = ahead.at(-1);
    const pending = { match, seat, n: last ? Math.max(n, last.n + 1) : n, line };
    this.#lines.push(pending);
    return last ? null : act(pending);
  }

  /** The server has this line. Returns the seat's next one. */
  acknowledged(receipt: Receipt): Act | null {
    const head = this.#of(receipt.match, receipt.seat)[0];
    return head?.n === receipt.n ? this.#drop(head) : null;
  }

  /** The server refused this line: those that were to follow it go too. */
  refused({ match, seat, n }: Receipt): void {
    const [head] = this.#of(match, seat);
    if (head?.n === n) this.#lines = this.#lines.filter((one) => one.match !== match || one.seat !== seat);
  }

  /** The server's next receipt number of the seat is `n`: everything below is stored. */
  stored(match: string, seat: number, n: number): Act | null {
    const [head] = this.#of(match, seat);
    if (!head || head.n >= n) return null;
    this.#lines = this.#lines.filter((one) => one.match !== match || one.seat !== seat || one.n >= n);
    const next = this.#of(match, seat)[0];
    return next ? act(next) : null;
  }

  /** Drops the lines of every other match; of all for null. */
  keepOnly(match: string | null): void {
    this.#lines = this.#lines.filter((one) => one.match === match);
  }

  /** What to send again after a reconnect: the first line of every seat. */
  unacknowledged(): Act[] {
    return this.#lines.filter((one) => this.#of(one.match, one.seat)[0] === one).map(act);
  }

  /** The line of a seat that is on its way. */
  sent(match: string, seat: number): string | null {
    return this.#of(match, seat)[0]?.line ?? null;
  }

  #drop(gone: PendingLine): Act | null {
    this.#lines = this.#lines.filter((one) => one !== gone);
    const next = this.#of(gone.match, gone.seat)[0];
    return next ? act(next) : null;
  }

  #of(match: string, seat: number): PendingLine[] {
    return this.#lines.filter((one) => one.match === match && one.seat === seat);
  }
}

function act({ match, seat, n, line }: PendingLine): Act {
  return { type: 'act', match, seat, n, line, hold: true };
}
