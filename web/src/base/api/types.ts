/** What the server says, as in docs/api.md. */

import type { Head } from './view';

export interface Me {
  id: string;
  name: string;
  language: string;
}

export interface PersonalLink {
  url: string;
  qr: string;
}

/** A bot of mine that plays over the network. */
export interface NetworkBot {
  id: string;
  name: string;
  /** Seconds since 1970. */
  created: number;
}

/** How somebody is called back; `key` is the site's own, for Web Push. */
export interface Calls {
  webhook: string | null;
  devices: number;
  key: string;
}

/** What became of a test message; `status` is the answer of whoever was called, if there was one. */
export interface Delivery {
  outcome: 'delivered' | 'refused' | 'gone' | 'late' | 'unreachable';
  status: number | null;
}

/** `own`: everybody plays through the match at their own speed, and boards stay sealed until all are done. */
export type Pace = 'together' | 'own';

/** The pace among a table's options; games that name none are played together. */
export const paceOf = (options: Record<string, string>): Pace => (options['pace'] === 'own' ? 'own' : 'together');

/** A bot that may sit anywhere. */
export interface BotOffer {
  id: string;
  /** Its strength, from 1 to 5; none for bots that are no characters. */
  level: number | null;
  /** The games that it plays in a way of its own. */
  games: string[];
}

export interface GameOffer {
  game: string;
  version: number;
  seats: number[];
  options: Record<string, string[]>;
  /** Seats that belong to a bot of the game's own. */
  sits: { seat: number; bot: string }[];
  /** The matches of a series in their order; empty for a single way. */
  series: string[];
  /** The seconds a table may give, by its pace. */
  times: Partial<Record<Pace, number[]>>;
  /** Whether there is a guided first match of it. */
  guide?: boolean;
  /** Where a single episode stands in a campaign whose chapters are sealed. */
  episode?: { series: string; chapter: string; number: number } | null;
}

export type Sitter = 'me' | 'open' | { bot: string };

export type Sitting =
  | {
      kind: 'person';
      name: string;
      here: boolean;
      me: boolean;
      muted: boolean;
      /** Whose bot this is, if it is one that plays over the network. */
      bot_of?: string | null;
    }
  | { kind: 'bot'; bot: string };

export interface Seat {
  seat: number;
  sitter: Sitting | null;
  stand_in: string | null;
  /** The stand-in plays because three deadlines were missed. */
  late: boolean;
  /** The game's own bot sits here, for good. */
  own: boolean;
  /** Seconds this seat still has, while its time runs. */
  left: number | null;
  /** I may put a bot on it now: its person is away. */
  replaceable: boolean;
}

export interface MatchNow {
  id: string;
  /** The way it is played: in a series not the one of the table. */
  game: string;
  number: number;
  over: boolean;
  your_turn: boolean;
  /** For whom it waits as far as I may know; null at own pace, where nobody may. */
  to_act: number[] | null;
  /** Why this match is only looked at: a newer version wrote it, or its record is broken. */
  unreadable: 'newer' | 'broken' | null;
  /** Its draws follow from a word that everybody may know, and it counts nowhere. */
  practice?: boolean;
  /** A guide goes with it. */
  guide?: boolean;
  /** While it is in the server's memory: the SHA-256 of its seed. */
  seal?: string | null;
  /** Likewise: the digest of what its draws stand for. */
  outcomes?: string | null;
}

/** What of the player's ends a step of a guide: a plan that covers cells, answers, a part of the page looked at. */
export type GuideUntil =
  | { do: 'draft'; covers: string[]; after: number }
  | { do: 'answer'; verb: string; times: number }
  | { do: 'look'; at: string };

/** One thing that a guide says, beside a part of the page. */
export interface GuideStep {
  id: string;
  at: string;
  cells: string[];
  until: GuideUntil;
}

export interface Guide {
  mode: string;
  steps: GuideStep[];
}

/** The seal of a table's next match, and what browsers have committed to for it, by seat. */
export interface NextSeal {
  number: number;
  seal: string;
  commitments: (string | null)[];
  /** The start was asked for: commitments are fixed, nonces are shown now. */
  revealing: boolean;
  /** From then on: the digest of what the draws will stand for. */
  outcomes?: string | null;
}

export interface Title {
  name: string;
  /** From how many points on. */
  least: number;
}

/** What a player alone may be called, and the ladder of it from the lowest up; empty for several. */
interface Titled {
  title: string | null;
  titles: Title[];
}

export interface Chapter extends Titled {
  chapter: string;
  modes: string[];
  /** Per match played: the points of every seat, and their places; null for one that slept. */
  values: (number | null)[][];
  ranks: (number | null)[][];
  bonus: { what: string; points: number[] } | null;
  totals: number[];
  places: number[];
  whole: boolean;
  /** In a campaign, per match played: what it won each seat of what decides, and all that each kept. */
  gains?: (number | null)[][];
  kept?: Gain[][][];
}

/** A chapter whose envelope is still sealed. */
export interface SealedChapter {
  chapter: string;
  sealed: true;
}

/** Something a seat keeps from a match: the rule, what it is, how many of it or where. */
export type Gain = readonly [rule: string, what: string, value: number | string, ...rest: (number | string)[]];

/** Where a series stands. */
export interface Series extends Titled {
  played: number;
  matches: number;
  over: boolean;
  next: string | null;
  chapters: (Chapter | SealedChapter)[];
  totals: number[];
  places: number[];
  /** The finished matches of this run. */
  ids: string[];
  /** The how manieth time the series is played at this table. */
  run: number;
  /** Only a campaign has these: what decides it, in order, and how much of it each seat has. */
  wins?: string[];
  counts?: (number | null)[][];
  /** How many chapters the table has opened; numbers of those that are not here yet. */
  opened?: number;
  coming?: string[];
  /** Per seat; an empty name where the city has none. */
  animals?: string[];
  cities?: string[];
  /** Per seat of the campaign: in which match, of which match and rule, what, and how many or where. */
  history?: [mode: string, from: string, rule: string, what: string, value: string | number][][];
  /** Who has won, and what decided it step by step; once the last match is played. */
  finale?: Finale | null;
  /** The numbers in the campaign of the table's seats: where some sleep, not all are there. */
  lineup?: number[];
  /** The table this one was branched off, and after how many of its matches. */
  branch?: { table: string; after: number } | null;
}

/** What decided a campaign, step by step: what was counted, the seats compared, their numbers, who has most. */
export interface Finale {
  winners: number[];
  steps: [what: string, seats: number[], counts: number[], most: number[]][];
}

/** A choice that is owed: the match and rule that gave it, and what may be put. */
export interface Owed {
  mode: string;
  rule: string;
  number: number;
  what: string[];
}

/** What a seat of a campaign brings into the next match; also one that is still to join. */
export interface Brought {
  seat: number;
  new: boolean;
  counts: Record<string, number>;
  stickers: [string, string][];
  owed: Owed[];
}

/** Somebody asks to play again from the moment after so many matches; seats that have agreed, and that have not. */
export interface Restart {
  after: number;
  name: string;
  mine: boolean;
  agreed: number[];
  waiting: number[];
}

/** The chapters whose envelope is open; in most series all of them. */
export const openChapters = ({ chapters }: Pick<Series, 'chapters'>): Chapter[] =>
  chapters.filter((chapter): chapter is Chapter => !('sealed' in chapter));

export interface Table {
  id: string;
  game: string;
  options: Record<string, string>;
  listed: boolean;
  name: string;
  /** By the operator; nothing goes on here. */
  closed: boolean;
  /** This version of the site cannot read the table: it is only looked at. */
  unreadable: 'newer' | 'broken' | null;
  /** The host has switched the talk off. */
  quiet: boolean;
  /** Seconds for a move, at own pace for the match; null without a clock. */
  time: number | null;
  host: boolean;
  link: string;
  seats: Seat[];
  mine: number[];
  /** Seats of the campaign that do not play for now, by their numbers there. */
  sleepers?: { seat: number; sitter: Sitting | null }[];
  /** Another seat may join now. */
  may_join?: boolean;
  restart?: Restart | null;
  /** The table at which this one goes on since it was restarted. */
  goes_on?: string | null;
  match: MatchNow | null;
  /** The match before the newest, if there was one. */
  previous: string | null;
  /** What each seat answered to "another match?"; null while nobody did. Seats that are not asked have none. */
  rematch: ('asked' | 'yes' | 'no' | null)[] | null;
  /** Null while nobody has committed to anything. */
  sealing?: NextSeal | null;
  series: Series | null;
  /** Whether the series goes on by itself, so that a match may end and the next begin while somebody is away. */
  unattended: boolean;
  /** People need not meet here: everybody plays when they like. */
  correspondence: boolean;
  /** Whether all its people were late too often: its bots wait until one is back. */
  asleep: boolean;
  /** The way that is played now or next, if it can be played on paper. */
  sheet: string | null;
  created: string | number;
  people: number;
}

export interface Tables {
  open: Table[];
  mine: Table[];
}

/** A finished match as it stood after so many closed rounds or turns. */
export interface Moment {
  step: number;
  steps: number;
  view: Head;
  /** The lines that led there. */
  lines: string[];
  /** What was written for my seats after my own last lines. */
  absent: Absence | null;
  /** How many answers of each seat a bot gave. */
  bot_answers: number[];
}

/** What the numbers of a stream stand for: one list of outcomes, or one for each face of its items. */
export interface DrawStream {
  /** Dice: any item every time. A deck gives each item once. */
  again: boolean;
  faces: string[][];
}

/** What the site says of the draws of a finished match, and what it takes to derive them from the record. */
export interface Checked {
  draws: number;
  wrong: number;
  seal: string;
  seed: string;
  streams: Record<string, DrawStream>;
}

export interface Push {
  type: 'push';
  match: string;
  seq: number;
  seat: number | null;
  /** Counts the pushes and deltas of a seat on a connection. */
  number?: number;
  /** What deltas name instead of sending it, and a name for all of it; left out where we have it under that name. */
  known_id?: string;
  known?: Record<string, unknown>;
  n: number;
  view: Head;
  /** Told lines since the last push; the whole log in the first one of a connection. */
  news: string[];
  /** Which of them a bot wrote, on its own seat or in place of a person. */
  by_bot: number[];
  may_undo: boolean;
  /** What the table would answer for the seat if its time were up; null where it is not waited for. */
  overdue: string | null;
  /** What was written for the seat since its own last line; a spectator has none. */
  absent: Absence | null;
  /** All have answered, and the round stays open for so long at most; whether the seat may end that. */
  hold: Hold | null;
}

export interface Hold {
  seconds: number;
  yours: boolean;
}

/** What has changed since the push or delta before. Without `seq` no line was told or taken back. */
export interface Delta {
  type: 'delta';
  seat: number | null;
  number: number;
  changes: unknown[];
  seq?: number;
  news?: string[];
  by_bot?: number[];
}

/** How many deadlines were missed, and how many answers a bot gave. */
export interface Absence {
  late: number;
  bot: number;
}

export interface Receipt {
  match: string;
  seat: number;
  n: number;
}

/** What was said at a table. `what` is the text or the name of the reaction; `id` is there for one's own. */
export interface Entry {
  seq: number;
  kind: 'text' | 'reaction' | 'removed';
  what: string;
  /** Seconds since 1970. */
  at: number;
  name: string;
  /** Where that person sits now. */
  seat: number | null;
  me: boolean;
  id: string | null;
}

export type FromServer =
  | { type: 'table'; table: Table }
  | Push
  | Delta
  | ({ type: 'ack' } & Receipt)
  | ({ type: 'refused'; rules: string[] } & Receipt)
  | { type: 'problem'; code: string; detail?: string }
  | { type: 'talk'; entries: Entry[] }
  | { type: 'said'; id: string; seq: number }
  | { type: 'unsaid'; id: string; code: string; detail: string }
  | ({ type: 'foreseen'; id: number } & Outlook)
  | { type: 'pong' };

/**
 * What an answer would bring: its line, the change of what is won and open, what of it is booked at once, the changed
 * lines, whether a draw adds to it, and what compared lines are compared by then; the cells of lines that reach further
 * then, and what lacks something else then, where there are any.
 */
export type Foreseen = [
  line: string,
  change: number,
  won: number,
  lines: [rule: string, points: number][],
  open: boolean,
  compared: [rule: string, count: number][],
  cells?: [rule: string, cells: string][],
  lacks?: LackView[],
];

/** A thing that has no points yet: its cells, the free cells that help, how many are missing, and of which kinds. */
export type LackView = [
  rule: string,
  thing: string,
  free: string,
  number: number,
  kinds: string[],
  isPossible: boolean,
];

/** What every answer would bring, and what lacks something now. */
export interface Outlook {
  answers: readonly Foreseen[];
  lacks: readonly LackView[];
}

export interface Foresee {
  type: 'foresee';
  match: string;
  seat: number;
  id: number;
}

export interface Commit {
  type: 'commit';
  number: number;
  seat: number;
  commitment: string;
}

export interface Reveal {
  type: 'reveal';
  number: number;
  seat: number;
  nonce: string;
}

/** `hold`: with time to think again where the line closes a round. */
export type Act = { type: 'act'; line: string; hold: true } & Receipt;

export type TalkRequest = { id: string } & ({ type: 'say'; text: string } | { type: 'react'; reaction: string });
