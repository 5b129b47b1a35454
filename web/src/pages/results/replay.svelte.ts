/** Looking back at a finished match, at its end or step by step. */

import { call } from '../../base/api/call';
import type { Absence, Moment } from '../../base/api/types';
import type { Head } from '../../base/api/view';
import type { MatchLog } from '../../live/log/match_log';

export class Replay {
  /** The match that is looked at; null while the newest stands there as it ended. */
  match = $state<string | null>(null);
  step = $state(0);
  failed = $state.raw<unknown>(null);
  /** It goes on by itself. */
  playing = $state(false);
  #moment = $state.raw<Moment | null>(null);
  #asked = 0;
  /** Counts up with every start and stop. */
  #run = 0;

  get view(): Head | null {
    return this.#moment?.view ?? null;
  }

  /** What led to the moment that is looked at, as a log. */
  get log(): MatchLog {
    return { match: this.match ?? '', lines: this.#moment?.lines ?? [], newLines: 0, botLines: [] };
  }

  get absent(): Absence | null {
    return this.#moment?.absent ?? null;
  }

  get botAnswers(): readonly number[] {
    return this.#moment?.bot_answers ?? [];
  }

  /** How many steps there are; 0 before it is known. */
  get steps(): number {
    return this.#moment?.steps ?? 0;
  }

  get ended(): boolean {
    return this.step === this.steps;
  }

  /** The end of a match. */
  open(match: string): Promise<void> {
    this.pause();
    this.match = match;
    this.#moment = null;
    return this.#ask('');
  }

  /** Back to the newest match as it ended. */
  close(): void {
    this.pause();
    this.match = null;
    this.#moment = null;
    this.#asked++;
  }

  to(step: number): Promise<void> {
    this.pause();
    return this.#go(step);
  }

  /** On to the end by itself, each step looked at for so long; once it has ended, from the start. */
  async play(stepMs: () => number): Promise<void> {
    const run = ++this.#run;
    this.playing = true;
    this.failed = null;
    if (this.ended) await this.#go(0);
    while (run === this.#run && !this.ended && !this.failed) {
      await new Promise((go) => setTimeout(go, stepMs()));
      if (run === this.#run) await this.#go(this.step + 1);
    }
    if (run === this.#run) this.playing = false;
  }

  pause(): void {
    this.#run++;
    this.playing = false;
  }

  #go(step: number): Promise<void> {
    this.step = Math.min(Math.max(step, 0), this.steps);
    return this.#ask(`?step=${this.step}`);
  }

  /** Only the answer to the last question counts. */
  async #ask(query: string): Promise<void> {
    const asked = ++this.#asked;
    try {
      const moment = await call<Moment>('GET', `/api/matches/${this.match}/view${query}`);
      if (asked !== this.#asked) return;
      this.#moment = moment;
      this.step = moment.step;
      this.failed = null;
    } catch (error) {
      if (asked === this.#asked) this.failed = error;
    }
  }
}
