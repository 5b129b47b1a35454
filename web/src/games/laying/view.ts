/** The view as the server sends it: what a seat may see and do. Sets of cells are hex strings of a bit mask. */

import type { BoardHead, Head } from '../../base/api/view';

export type Hex = string;
export type Word = string | number;
export type Action = readonly Word[];
export type Offset = readonly [row: number, column: number];

export interface GridView {
  lattice: string;
  top: number;
  left: number;
  width: number;
  cells: Hex;
  joins: [Hex, Hex][];
  river: Offset[];
  /** Signs printed on the board, by what is written there. */
  signs?: Record<string, Hex>;
}

export interface GroundView {
  open: Hex;
  layers: Record<string, Hex[]>;
  wants: [symbol: string, mark: string, cells: Hex][];
}

export type LaidView = [kind: string, shape: string, orientation: number, cells: Hex];

/** Symbols that hang together. */
export type GroupView = [rule: string, cells: Hex, size: number, scored: boolean];
/** Where a road begins, and the fewest cells it still lacks; null where no way is left. */
export type RoadView = [rule: string, start: Hex, scored: boolean, missing: Hex | null];
/** What is compared among the seats: the count of each, and who leads now. */
export type MajorityView = [rule: string, counts: number[], leaders: number[]];
/** How far a seat is ahead of the best of the others, below 0 behind; null while their boards are shut. */
export type LeadView = [rule: string, ahead: number | null];
/** What ending one's part now means: `changes` are lines that ending itself changes. */
export interface EndingView {
  won: number;
  open: number;
  changes: [rule: string, change: number][];
  /** Lines that are only compared when all are done. */
  compared: string[];
  /** How many rounds go by without the seat; null where nobody knows. */
  rounds: number | null;
}
/** How a card looks: its cells, and what each shows where that is not the card's kind. */
export type DesignView = [cells: Offset[], marks: string[]];

/** The third part of a tally line is the mask of its cells. */
export interface BoardView extends BoardHead {
  ground: number;
  round: number;
  ready: boolean;
  passes: number;
  marker: number;
  locked: boolean;
  won: number;
  open: number;
  leads: LeadView[];
  provisions: number;
  at_least: boolean;
  clear: Hex;
  laid: LaidView[];
  marks: Hex[];
  notes: Record<string, Hex>;
  groups: GroupView[];
  roads: RoadView[];
  /** Set here, where everything was taken off it: nothing but what lasts is drawn. */
  bare?: boolean;
  brought: LegacyView;
  /** Whether it still has to choose before its first card. */
  owes?: boolean;
  /** What it keeps and why, once the match is over. */
  kept?: KeptView[] | null;
  takes: LegacyView | null;
  /** Cards whose piece this seat no longer has. */
  retired?: string[];
}

/** Something a seat keeps from a match: the rule it comes from, what it is, and how many or where. */
export type KeptView = readonly [rule: string, what: string, value: string | number, ...rest: Word[]];
export type StickerView = readonly [sticker: string, cell: string, rule?: string];

/** A choice for good. Those that wait behind the first have `from`, `rule` and `what` alone. */
export interface ChoiceView {
  from: string;
  rule: string;
  what: string[];
  verb?: string;
  legal?: Hex;
  lacks?: Record<string, Hex>;
  /** Cells of the finished board it is bound to: it is chosen with all that was built still there. */
  cells?: Hex;
  /** Where there are no cells to choose: every answer. */
  answers?: Action[];
  /** The whole board with nothing built on it. */
  ground?: GroundView;
}

export interface LegacyView {
  stickers: StickerView[];
  counts: Record<string, number>;
}

export interface ShapeView {
  orientation: number;
  cells: Offset[];
  inside: Hex;
  legal: Hex;
  lacks: Record<string, Hex>;
}

export interface PieceView {
  name: string;
  kind: string;
  marks: string[];
  shapes: ShapeView[];
}

export interface View extends Head {
  pace: string;
  draw: Word[];
  card: string;
  /** The card after it, where that is known; none after the last. */
  next?: string;
  deck: string[];
  left: string[];
  /** Whether there is a score track with a marker on it. */
  track: boolean;
  /** The lines of the score block, in the order in which they are counted. */
  score: string[];
  shapes: Record<string, DesignView>;
  majorities: MajorityView[];
  grid: GridView;
  kinds: string[];
  grounds: GroundView[];
  boards: BoardView[];
  commit: Action | null;
  pieces: PieceView[];
  answers: Action[];
  denied: Record<string, string[]>;
  pass_price: number;
  ending: EndingView | null;
  /** What the seat has to choose for good, the next one first. */
  choices?: ChoiceView[];
  /** Rules that came with this episode, and those that went. */
  new?: [id: string, numbers: number[]][];
  gone?: [id: string, numbers: number[]][];
}
