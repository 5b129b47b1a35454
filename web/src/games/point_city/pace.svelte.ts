/** Shows the turns of others one after the other, however fast they come. Whoever presses something sees the last. */
import type { MatchLog } from '../../live/match_log';
import { foldedTurns } from './folded_turns';
import type { View } from './view';

export const TURN_MS = 1100; // how long a turn of somebody else is looked at
export const STEP_MS = 350; // a payment or a token within it

/** What was pushed together, or one of several turns that were. */
export interface Shown {
  view: View;
  log: MatchLog | undefined;
  /** A turn on the way to the view that was pushed: it is told, its own view nobody has. */
  onTheWay?: boolean;
}

export class Pace {
  now = $state.raw<Shown>() as Shown;
  /** How many are still to be shown. */
  waiting = $state(0);
  #queue: Shown[] = [];
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seat: number | null;
  readonly #hurries: () => boolean;

  /** `hurries`: whether nothing is to be shown slowly, as for people who want less motion. */
  constructor(first: Shown, seat: number | null, hurries: () => boolean) {
    this.now = first;
    this.#seat = seat;
    this.#hurries = hurries;
  }

  add(next: Shown): void {
    if (next.view === this.now.view && next.log === this.now.log && !this.#queue.length) return;
    this.#queue.push(...this.#onTheWayTo(next), next);
    this.#count();
    if (this.#hurries()) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  /** The newest at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const last = this.#queue.at(-1);
    this.#queue = [];
    this.#count();
    if (last) this.#show(last);
  }

  /** Nothing more is shown. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  /** The turns that came with this push, each told over the view before it; over mine I might act, so not that. */
  #onTheWayTo({ view, log }: Shown): Shown[] {
    const before = (this.#queue.at(-1) ?? this.now).view;
    const under = before.turn_of === this.#seat ? view : before;
    return foldedTurns(log, this.#seat).map((told) => ({ view: under, log: told, onTheWay: true }));
  }

  #next(): void {
    this.#timer = undefined;
    const [next] = this.#queue;
    if (!next) return;
    const left = this.#shownAt + this.#pause(next) - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#next(), left);
      return;
    }
    this.#queue.shift();
    this.#count();
    this.#show(next);
    this.#next();
  }

  /** How long what is shown stays before this comes; one's own turn never waits. */
  #pause({ view, onTheWay }: Shown): number {
    const { turn_of } = this.now.view;
    if (view.phase === 'over') return 0;
    if (this.now.onTheWay) return TURN_MS;
    if (turn_of === this.#seat) return 0;
    return view.turn_of === turn_of && !onTheWay ? STEP_MS : TURN_MS;
  }

  #show(shown: Shown): void {
    this.now = shown;
    this.#shownAt = performance.now();
  }

  #count(): void {
    this.waiting = this.#queue.length;
  }
}
