/** Lines on their way: kept until the server has them, sent again under the same receipt number. */

import type { Act, Receipt } from '../base/api/types';

export interface Waiting extends Receipt {
  line: string;
}

/** One line per seat is on its way; the others of that seat wait behind it. */
export class Outbox {
  #lines: Waiting[];

  constructor(before: readonly Waiting[] = []) {
    this.#lines = [...before];
  }

  get lines(): readonly Waiting[] {
    return this.#lines;
  }

  /** Takes a line in; `n` is the seat's next receipt number. Gives what can be sent now. */
  add(match: string, seat: number, n: number, line: string): Act | null {
    const ahead = this.#of(match, seat);
    const last = ahead.at(-1);
    const waiting = { match, seat, n: last ? Math.max(n, last.n + 1) : n, line };
    this.#lines.push(waiting);
    return last ? null : act(waiting);
  }

  /** The server has this line. Gives the next of the seat. */
  acked(receipt: Receipt): Act | null {
    const head = this.#of(receipt.match, receipt.seat)[0];
    return head?.n === receipt.n ? this.#drop(head) : null;
  }

  /** Nothing of this line counts, nor of those that were meant to follow it. */
  refused({ match, seat, n }: Receipt): void {
    const [head] = this.#of(match, seat);
    if (head?.n === n) this.#lines = this.#lines.filter((one) => one.match !== match || one.seat !== seat);
  }

  /** The seat's next receipt number as the server knows it: everything below is stored. */
  stored(match: string, seat: number, n: number): Act | null {
    const [head] = this.#of(match, seat);
    if (!head || head.n >= n) return null;
    this.#lines = this.#lines.filter((one) => one.match !== match || one.seat !== seat || one.n >= n);
    const next = this.#of(match, seat)[0];
    return next ? act(next) : null;
  }

  /** Forgets the lines of every other match, or of all. */
  only(match: string | null): void {
    this.#lines = this.#lines.filter((one) => one.match === match);
  }

  /** After a reconnect: the first line of every seat. */
  again(): Act[] {
    return this.#lines.filter((one) => this.#of(one.match, one.seat)[0] === one).map(act);
  }

  /** The line of a seat that is on its way. */
  sent(match: string, seat: number): string | null {
    return this.#of(match, seat)[0]?.line ?? null;
  }

  #drop(gone: Waiting): Act | null {
    this.#lines = this.#lines.filter((one) => one !== gone);
    const next = this.#of(gone.match, gone.seat)[0];
    return next ? act(next) : null;
  }

  #of(match: string, seat: number): Waiting[] {
    return this.#lines.filter((one) => one.match === match && one.seat === seat);
  }
}

function act({ match, seat, n, line }: Waiting): Act {
  return { type: 'act', match, seat, n, line };
}
