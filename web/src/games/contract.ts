/** What the pages give to a game's screens. */
import type { Hold, Outlook } from '../base/api/types';
import type { RulePictureView, RulesPageView } from '../base/api/rules';
import type { Head } from '../base/api/view';
import type { MatchLog } from '../live/log/match_log';
import type { Say } from '../base/i18n/say';

/** `away`: a person who has no page open at the table just now. */
export type Sitter = 'me' | 'person' | 'away' | 'bot';

/** Something a seat was given: in which match, of which match and rule, what, and how many or where. */
export type GivenView = readonly [mode: string, from: string, rule: string, what: string, value: string | number];

/** Everything that a seat was given in its campaign until the end of a match. */
export type GivenUntil = (mode: string, seat: number) => readonly GivenView[];

/** Under which pages tell that to all boards they show. */
export const GIVEN_UNTIL = Symbol('what a seat was given');

/** What somebody is about to do: on which cells, and whether they may. */
export interface Plan {
  cells: readonly string[];
  legal: boolean;
  /** It is turned as the cells of the guide ask for: it only has to be moved. */
  turned?: boolean;
}

/** A guide beside the match. */
export interface GuideLink {
  /** Cells it speaks of now, to be marked. */
  readonly cells: readonly string[];
  /** To be told what is planned and which parts of the screen are looked at, whenever that changes. */
  notice: (plan: Plan | null, looks: readonly string[]) => void;
}

export interface HoldNow extends Hold {
  /** When it came, as a time of `performance.now()`. */
  at: number;
}

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
  /** What each answer would bring now; nothing where nobody can tell. */
  foresee?: () => Promise<Outlook>;
  /** Everybody has answered and may still think again: for how long since when, and whether this seat may end that. */
  hold?: HoldNow | null;
  next?: () => void;
  /** The line sent and not yet acknowledged. */
  sent: string | null;
  /** Rule ids of the last refusal. */
  refused: string[];
  online: boolean;
  /** When the seat's time is up, as a time of `performance.now()`; null without a clock. */
  due?: number | null;
  log: MatchLog | undefined;
  /** The seat whose move is shown just now. */
  moving?: number | null;
  /** How many steps are still to be shown. */
  waiting?: number;
  /** Where a draft is kept in the local store. */
  draftKey: string;
  /** Somebody plays for the first time, and is guided. */
  guide?: GuideLink;
  /** The cells of answers that the coach would give, the best first; masks. */
  hints?: readonly string[];
  /** The answer that was chosen among them to be tried; a new object each time. */
  tried?: Tried | null;
  /** Whether a phone shows the round and the pawns here; false where the bar has them. */
  strip?: boolean;
  /** Per seat, what was put on its board at the end of the match before, and by which rule. */
  fresh?: readonly (readonly (readonly [sticker: string, cell: string, rule?: string])[])[];
  /** Whether the match before this one was played in the same series. */
  continues?: boolean;
  /** Per seat, all that it was ever given in this campaign. */
  history?: readonly (readonly GivenView[])[];
}

/** An answer that somebody wants to see on the table before giving it. */
export interface Tried {
  answer: readonly (string | number)[];
}

/** What an answer takes, or where it goes; nothing where there is nothing to see. */
export interface AnswerPictureProps<View extends Head = Head> {
  view: View;
  seat: number;
  answer: readonly (string | number)[];
  /** The cells it covers, as a mask. */
  cells: string;
  say: Say;
}

/** One seat's board in small. */
export interface ThumbnailProps<View extends Head = Head> {
  view: View;
  seat: number;
  label?: string;
  /** What to light: the third part of a tally line. */
  lit?: string | null;
  /** With nothing on it but what lasts, the newest of it on paper. */
  cleared?: boolean;
  /** The cells of things that are put there now. */
  dropped?: string | null;
  /** In large: with all detail. */
  large?: boolean;
  /** The last thing put there has a mark. */
  marked?: boolean;
}

/** One seat's board in large, over the page. */
export interface ZoomProps<View extends Head = Head> {
  view: View;
  seat: number;
  name: string;
  say: Say;
  /** The line of the tally that is lit at first. */
  rule?: string | undefined;
  onclose: () => void;
}

/** What lies between the seats, for somebody who only looks on. */
export interface SpectatorProps<View extends Head = Head> {
  view: View;
  /** One per seat. */
  names: string[];
  /** One per seat, for what is told of it: without whoever stands in now. */
  holders: string[];
  say: Say;
  log: MatchLog | undefined;
  /** The seat whose move is shown just now. */
  moving?: number | null;
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
  /** Everything is counted. */
  oncounted: () => void;
}

/** One example of a rule. */
export interface RulePictureProps {
  page: RulesPageView;
  rule: string;
  picture: RulePictureView;
  say: Say;
  /** As small as can be read. */
  small?: boolean;
}

/** What stands beside one seat's board for the rest of its campaign. */
export interface KeptProps<View extends Head = Head> {
  view: View;
  seat: number;
  say: Say;
}
