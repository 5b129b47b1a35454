/** Counts the lines of a score one after the other, then their sum; it can be skipped at any time. */
import { beatMs } from './motion';

export class CountUp {
  /** How many lines are told; one more when the sum is told too. */
  told = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #lines: () => number;
  readonly #lineMs: () => number;

  constructor(lines: () => number, lineMs: () => number = beatMs) {
    this.#lines = lines;
    this.#lineMs = lineMs;
  }

  get done(): boolean {
    return this.told > this.#lines();
  }

  /** The line that is told now; null before the first and after the last. */
  get line(): number | null {
    return this.done || !this.told ? null : this.told - 1;
  }

  /** Begins; the answer stops it. */
  start(): () => void {
    this.#next();
    return () => clearTimeout(this.#timer);
  }

  /** Everything is told at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.told = Math.max(this.told, this.#lines() + 1);
  }

  #next(): void {
    const ms = this.#lineMs();
    if (!ms) return this.skip();
    this.#timer = setTimeout(() => {
      this.told++;
      if (!this.done) this.#next();
    }, ms);
  }
}
