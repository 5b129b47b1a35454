/** The part of a view that every game shares: what the pages read without knowing the game. */

/** A line of a tally: its rule, its points, and where on the board they come from (the game knows how to read that). */
export type EntryView = [rule: string, points: number, from: string];

/** Who is ahead of whom, by which rule, and its numbers. */
export type TieView = [ahead: number, behind: number, rule: string, numbers: number[]];

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
  /** Where lines stay open until the end: what is booked, and what the open lines bring as they stand. */
  won?: number;
  open?: number;
}

export interface Head {
  game: string;
  version: number;
  seat: number | null;
  /** `over` at the end; the others belong to the game. */
  phase: string;
  /** The boards of the others stay shut until all are done, so nobody knows how far they are. */
  sealed?: boolean;
  to_act: number[];
  round: number;
  /** How many there can be; null where nobody knows. */
  rounds: number | null;
  boards: BoardHead[];
  places: number[];
  /** What decides between seats of the same value; missing in what older servers have kept. */
  ties?: TieView[];
  rules: [id: string, numbers: number[]][];
  /** Lines that are not booked yet, by rule: open to what their own seat does, or compared with the others. */
  stands?: Record<string, 'open' | 'compared'>;
}
