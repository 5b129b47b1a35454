/** What the shell reads of any game: the head of its view, and what its screens are given. */
import type { Story } from '../live/story';
import type { Say } from '../words/say';

/** A line of a tally: its rule, its points, and where on the board they come from (the game knows how to read that). */
export type EntryView = [rule: string, points: number, from: string];

export interface BoardHead {
  seat: number;
  value: number;
  tally: EntryView[];
  /** Why this seat plays no more; empty while it does. */
  ended: string;
  /** Where all answer at once: whether this seat has. */
  ready?: boolean;
  /** Where one may pass: how often it was done. */
  passes?: number;
}

export interface Head {
  game: string;
  version: number;
  seat: number | null;
  /** `over` at the end; the others belong to the game. */
  phase: string;
  /** `own`: the boards of the others stay shut until all are done. */
  pace?: string;
  to_act: number[];
  round: number;
  /** How many there can be; null where nobody knows. */
  rounds: number | null;
  boards: BoardHead[];
  places: number[];
  rules: [id: string, numbers: number[]][];
}

/** `away`: a person who has no page open at the table just now. */
export type Sitter = 'me' | 'person' | 'away' | 'bot';

/** The playing screen below the shell's bar. */
export interface PlayProps<View extends Head = Head> {
  view: View;
  seat: number | null;
  n: number;
  mayUndo: boolean;
  /** One per seat. */
  names: string[];
  /** One per seat, for what is told of it: without whoever stands in now. */
  holders: string[];
  sitters: Sitter[];
  say: Say;
  act: (line: string) => void;
  /** The line sent and not yet acknowledged. */
  sent: string | null;
  /** Rule ids of the last refusal. */
  refused: string[];
  online: boolean;
  story: Story | undefined;
  /** Where a draft is kept in the local store. */
  draftKey: string;
  /** Whether a phone shows the round and the pawns here; false where the bar has them. */
  strip?: boolean;
}

/** One seat's board in small. */
export interface SeatProps<View extends Head = Head> {
  view: View;
  seat: number;
  label?: string;
  /** What to light: the third part of a tally line. */
  lit?: string | null;
}

/** What lies between the seats, for somebody who only looks on. */
export interface WatchProps<View extends Head = Head> {
  view: View;
  /** One per seat. */
  names: string[];
  /** One per seat, for what is told of it: without whoever stands in now. */
  holders: string[];
  say: Say;
  story: Story | undefined;
}

/** The picture before a tally line. */
export interface SignProps<View extends Head = Head> {
  view: View;
  rule: string;
}

/** The end of a match for one seat. */
export interface FinalProps<View extends Head = Head> {
  view: View;
  seat: number;
  name: string;
  say: Say;
}
