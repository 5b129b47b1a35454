/** Shows what others do step by step, however fast it comes. Nobody waits for it: it can be skipped at any time. */
import type { Head } from '../../base/api/view';
import type { MatchLog } from './match_log';

/** What a push told one seat. */
export interface Told<View extends Head = Head> {
  match: string;
  seat: number | null;
  view: View;
  log: MatchLog | undefined;
}

/** One thing to see. */
export interface Step<View extends Head = Head> {
  /** Whose move it is; null for what is nobody's, such as the end. */
  seat: number | null;
  /** The view before it. */
  before: View;
  /** What the table shows meanwhile, where all of it waits for this step. */
  told?: Told<View>;
  /** How long it is looked at. */
  beats: number;
  /** Somebody who presses anything wants to get past it. */
  blocks: boolean;
}

/** How a game's pushes are divided into steps, and what is shown while some of them are still to come. */
export interface Rhythm<View extends Head = Head> {
  stepsTo(before: Told<View>, next: Told<View>): Step<View>[];
  shown(newest: Told<View>, now: Step<View> | null, waiting: readonly Step<View>[]): Told<View>;
}

/** When more moves are to be seen than this, they go faster. */
export const MOST_BEATS = 6;

/** The same, with all lines as new that came since. */
function since(before: Told | undefined, told: Told): Told {
  if (!told.log || before?.log?.match !== told.log.match) return told;
  const newLines = Math.max(0, told.log.lines.length - before.log.lines.length);
  return { ...told, log: { ...told.log, newLines } };
}

export class Playback {
  /** What the newest push told. */
  #newest = $state.raw<Told | null>(null);
  /** What each seat of this device was shown last: whoever takes it over sees what happened since. */
  readonly #seen = new Map<number | null, Told>();
  #now = $state.raw<Step | null>(null);
  #waiting = $state.raw<readonly Step[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How much faster moves go until all have been seen. */
  #haste = 1;
  readonly #beatMs: () => number;
  /** Set when the game is loaded; without it everything is shown at once. */
  rhythm: Rhythm | null = null;

  readonly shown = $derived.by((): Told | null => {
    const newest = this.#newest;
    return newest && this.rhythm && this.playing ? this.rhythm.shown(newest, this.#now, this.#waiting) : newest;
  });

  /** `beatMs`: how long one beat is now; 0 shows everything at once. */
  constructor(beatMs: () => number) {
    this.#beatMs = beatMs;
  }

  get playing(): boolean {
    return this.#now !== null;
  }

  /** How many steps are still to come. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whose move is shown now. */
  get moving(): number | null {
    return this.#now?.seat ?? null;
  }

  get blocks(): boolean {
    return [this.#now, ...this.#waiting].some((step) => step?.blocks);
  }

  /** What is shown to the seat in this match; null where that is not what is followed. */
  to(match: string | undefined, seat: number | null): Told | null {
    const { shown } = this;
    return shown?.match === match && shown?.seat === seat ? shown : null;
  }

  add(told: Told): void {
    const before = this.#seen.get(told.seat);
    const handedOver = this.#newest?.seat !== told.seat;
    if (!handedOver && before?.view === told.view && before.log === told.log) return;
    if (handedOver) this.skip();
    const next = handedOver ? since(before, told) : told;
    this.#newest = next;
    this.#seen.set(told.seat, told);
    if (before?.match !== next.match || !this.#beatMs()) return this.skip();
    this.#waiting = [...this.#waiting, ...(this.rhythm?.stepsTo(before, next) ?? [])];
    if (!this.#waiting.length) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  /** The newest at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#now = null;
    this.#haste = 1;
  }

  #next(): void {
    const [now = null, ...waiting] = this.#waiting;
    this.#waiting = waiting;
    this.#now = now;
    if (now) this.#timer = setTimeout(() => this.#next(), this.#pause(now));
    else this.skip();
  }

  #pause({ seat, beats }: Step): number {
    const left = this.#waiting.reduce((sum, step) => sum + step.beats, beats);
    this.#haste = Math.min(this.#haste, MOST_BEATS / left);
    return beats * this.#beatMs() * (seat === null ? 1 : this.#haste);
  }
}
