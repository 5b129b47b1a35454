/** What the server says, as in docs/api.md. */

import type { Head } from '../games/view';

export interface Me {
  id: string;
  name: string;
  language: string;
}

export interface PersonalLink {
  url: string;
  qr: string;
}

/** How somebody is called back; `key` is the site's own, for Web Push. */
export interface Calls {
  webhook: string | null;
  devices: number;
  key: string;
}

export interface GameOffer {
  game: string;
  version: number;
  seats: number[];
  options: Record<string, string[]>;
  /** Seats that belong to a bot of the game's own. */
  sits: { seat: number; bot: string }[];
}

export type Sitter = 'me' | 'open' | { bot: string };

export type Sitting = { kind: 'person'; name: string; here: boolean; me: boolean } | { kind: 'bot'; bot: string };

export interface Seat {
  seat: number;
  sitter: Sitting | null;
  stand_in: string | null;
  /** The game's own bot sits here, for good. */
  own: boolean;
  /** Seconds this seat still has, while its time runs. */
  left: number | null;
}

export interface MatchNow {
  id: string;
  number: number;
  over: boolean;
  your_turn: boolean;
  /** Why this match is only looked at: a newer version wrote it, or its record is broken. */
  unreadable: 'newer' | 'broken' | null;
}

export interface Table {
  id: string;
  game: string;
  options: Record<string, string>;
  listed: boolean;
  name: string;
  /** By the operator; nothing goes on here. */
  closed: boolean;
  /** Seconds for a move, at own pace for the match; null without a clock. */
  time: number | null;
  host: boolean;
  link: string;
  seats: Seat[];
  mine: number[];
  match: MatchNow | null;
  created: string | number;
  people: number;
}

export interface Tables {
  open: Table[];
  mine: Table[];
}

export interface Checked {
  draws: number;
  wrong: number;
  seal: string;
  seed: string;
}

export interface Push {
  type: 'push';
  match: string;
  seq: number;
  seat: number | null;
  n: number;
  view: Head;
  /** Told lines since the last push; the whole story in the first one of a connection. */
  news: string[];
  may_undo: boolean;
}

export interface Receipt {
  match: string;
  seat: number;
  n: number;
}

export type FromServer =
  | { type: 'table'; table: Table }
  | Push
  | ({ type: 'ack' } & Receipt)
  | ({ type: 'refused'; rules: string[] } & Receipt)
  | { type: 'problem'; code: string; detail?: string }
  | { type: 'pong' };

export type Act = { type: 'act'; line: string } & Receipt;
