/** What is going on at a table now. */

import type { Head } from '../../base/api/view';
import { Playback } from '../../live/log/playback.svelte';
import type { TableConnection } from '../../live/connection/table_connection.svelte';
import { load, save } from '../../base/storage';
import { missed } from '../series/series';
import { isCampaign } from '../campaign/campaign';
import { GuidedMatch } from '../guide/guided_match.svelte';
import { CoachHints, isAlone } from '../coach/hints.svelte';
import { hasCompany } from '../../live/talk/talk.svelte';
import { beatMs } from '../../ui/effects/motion';
import { heldSeats } from '../../seat_texts/people';

const BAR_PLACES = 4; // for pawns, clock and talk in the bar of a phone

/** How a match ended, as its table showed it. */
export interface Result {
  match: string;
  view: Head;
  botAnswers: readonly number[];
}

/** The turn that a push shows: the coach's hints are for this one only. */
export const turnOf = ({ match, seat, n }: { match: string; seat: number | null; n: number }): string =>
  `${match}/${seat}/${n}`;

export class TableState {
  readonly connection: TableConnection;
  /** What the coach would do. */
  readonly coach = new CoachHints();
  /** What others do, shown step by step. */
  readonly playback = new Playback(beatMs);
  readonly match = $derived.by(() => this.connection.table.match);
  /** Seats that this person plays. */
  readonly mine = $derived.by(() => heldSeats(this.connection.table));
  readonly #pushes = $derived.by(() =>
    [...this.connection.pushes.values()].filter((push) => push.match === this.match?.id),
  );
  readonly view = $derived.by((): Head | undefined => {
    const [push] = this.#pushes;
    return push && (this.playback.to(push.match, push.seat)?.view ?? push.view);
  });
  /** The table may say so before the last push is here: until then no total is final. */
  readonly over = $derived.by(() => (this.view ? this.view.phase === 'over' : Boolean(this.match?.over)));
  /** The result somebody still looks at while others have begun a rematch. */
  readonly kept = $derived.by((): Result | null => {
    const result = this.#result;
    const goesOn = this.match && !this.match.over && this.match.id !== result?.match;
    return result && goesOn && this.#left !== result.match ? result : null;
  });
  /** The match that ended before the newest; those of a series are listed below its results. */
  readonly previous = $derived.by(() => (this.connection.table.series ? null : this.connection.table.previous));
  /** The match that ended meanwhile, or is looked back at, before the one that runs. */
  readonly unseen = $derived.by(() => (this.#looksBack ? this.previous : missed(this.connection.table, this.#seen)));
  readonly playing = $derived.by(
    () =>
      Boolean(this.match) &&
      !this.over &&
      !this.unseen &&
      !this.kept &&
      !this.connection.table.closed &&
      !this.connection.unknown,
  );
  /** The campaign this table plays, if it is one. */
  readonly campaign = $derived.by(() => {
    const { series } = this.connection.table;
    return isCampaign(series) ? series : null;
  });
  /** The guide of a first match, for whoever plays it. */
  readonly guide = $derived.by((): GuidedMatch | null => this.#guideOf(this.#guided));
  readonly #guided = $derived.by(() =>
    this.match?.guide && this.mine.length ? `${this.match.game} ${this.match.id}` : '',
  );

  /** Whether the coach may be asked what it would do: not in a guided match, which says that itself. */
  readonly mayAskCoach = $derived.by(
    () => this.playing && this.mine.length === 1 && !this.match?.guide && isAlone(this.connection.table),
  );
  /** Whether one may ask to play the running episode of a campaign again. */
  readonly mayRestart = $derived.by(() => {
    const { restart, goes_on } = this.connection.table;
    return this.campaign !== null && this.playing && this.mine.length > 0 && !restart && !goes_on;
  });
  /** Whether there is anybody to talk with. */
  readonly hasTalk = $derived.by(() => hasCompany(this.connection.table, this.connection.talk.entries.length));
  /** One board lies open: the screen has no heading of its own. */
  readonly oneBoard = $derived.by(() => this.playing && this.mine.length === 1);
  /** Whether a phone's bar has room for the pawns; beside a clock and the talk it has less. Else they stand below. */
  readonly pawnsInBar = $derived.by(() => {
    const { seats, time } = this.connection.table;
    return (
      this.oneBoard &&
      seats.length +
        Number(time !== null) +
        Number(this.hasTalk || this.mayAskCoach) +
        Number(this.campaign !== null) <=
        BAR_PLACES
    );
  });
  /** Asks the coach about the turn that is to be answered now. */
  askCoach(): void {
    const push = this.#pushes.find(({ seat }) => seat === this.mine[0]);
    if (push && push.seat !== null) void this.coach.ask(push.match, push.seat, turnOf(push));
  }
  readonly myTurn = $derived.by(() => {
    const acts = (seat: number, to_act: number[]) =>
      this.mine.includes(seat) && to_act.includes(seat) && !this.connection.sent(seat);
    return this.playing && this.#pushes.some(({ seat, view }) => seat !== null && acts(seat, view.to_act));
  });

  #seen = $state<string | null>(null);
  #result = $state.raw<Result | null>(null);
  /** The match whose result was left for the next one. */
  #left = $state<string | null>(null);
  #looksBack = $state(false);
  /** The seat whose board lies open; none behind the curtain, while several share this device. */
  openSeat = $state<number | null>(null);
  /** Whether "since last time" is read again. */
  rereads = $state(false);
  readonly #key: string;

  constructor(connection: TableConnection) {
    this.connection = connection;
    this.#key = `seen.${connection.table.id}`;
    this.#seen = load<string>(this.#key);
  }

  #guideOf(guided: string): GuidedMatch | null {
    const [mode, match] = guided.split(' ');
    return mode && match ? new GuidedMatch(mode, match) : null;
  }

  /** Takes over what was pushed; where several share a device, what was pushed to whoever has it. */
  follow(): void {
    const [first, ...more] = this.#pushes;
    const push = more.length ? this.#pushes.find(({ seat }) => seat !== null && seat === this.openSeat) : first;
    if (!push) return this.playback.skip();
    const { match, seat, view } = push;
    this.playback.add({ match, seat, view, log: this.connection.logs.get(seat) });
  }

  /** Keeps the result that is looked at, for the time when a rematch takes its place at the table. */
  keep(result: Result): void {
    if (this.connection.table.series) return; // the matches of a series are listed below its results
    this.#result = result;
  }

  /** Back to how the match before this one ended. */
  lookBack(): void {
    this.#looksBack = true;
  }

  /** On from the match that ended. */
  goOn(): void {
    this.#left = this.#result?.match ?? null;
    this.#looksBack = false;
    this.#seen = this.connection.table.series?.ids.at(-1) ?? null;
    save(this.#key, this.#seen);
  }
}
