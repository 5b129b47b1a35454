/** The view of Point City as the server sends it: what lies on the table, and what a seat may do and would get. */
import type { BoardHead, Head } from '../../base/api/view';

/** A cell of the market: column letter, then row number from the top. */
export type Cell = string;
export type Kind = string;
export type Side = 'up' | 'down';
/** What pays: `permanent-energy`, `energy-1`, `energy-2`, `ingenuity-energy`. */
export type Item = string;
export type Counts = Readonly<Record<Kind, number>>;
export type Changes = readonly (readonly [rule: string, points: number])[];
export type Action = readonly (string | number)[];

export interface Faces {
  tier: number;
  side: Side;
  resource?: Kind;
  symbols?: number;
  building?: string;
}

/** A place of the market; without a side it is a gap until the turn is closed. */
export interface CellView extends Partial<Faces> {
  cell: Cell;
  /** The side that will fill the gap. */
  then: Side | '';
  /** The rules that forbid to flip it; none where it may be flipped. */
  no_flip?: string[];
}

export interface BuildingView {
  tier: number;
  cost: Counts;
  points: number;
  permanent: Kind;
  civic: boolean;
}

export interface TokenView {
  counts: string;
  worth: number;
  kinds: Kind[];
  times: number;
}

/** A pair in the order it is taken: what it costs and brings, or what is lacking. */
export interface PairView {
  take: readonly [Cell, Cell];
  /** The default payment of each building. */
  pays?: Item[][];
  /** Whether some building can be paid for in another way. */
  choice?: boolean;
  gain?: number;
  /** The lines of the tally it changes. */
  changes?: Changes;
  tokens?: number;
  /** What each token of the row is worth then, where it brings one. */
  row?: number[];
  lacks?: Counts;
  jokers?: number;
}

export type TaskView = { do: 'pay'; building: string; payments: Item[][]; gains: number[] } | { do: 'token' };

export interface BoardView extends BoardHead {
  printed: number;
  buildings: string[];
  permanent: Counts;
  /** Permanent resources not yet used this turn. */
  free: Counts;
  cards: [kind: Kind, symbols: number, count: number][];
  tokens: [id: string, points: number][];
  automaton: boolean;
}

export interface View extends Head {
  turn_of: number | null;
  first: number | null;
  market: CellView[];
  deck: { left: number; tiers: number[]; top: Faces | null; changes: Changes };
  row: { token: string; brings: number | null }[];
  buildings: Record<string, BuildingView>;
  tokens: Record<string, TokenView>;
  boards: BoardView[];
  pairs: PairView[];
  /** By cell, what a building lacks by itself. */
  lacks: Readonly<Record<Cell, Counts>>;
  task: TaskView | null;
  answers: Action[];
  automaton: { level: string; column: number; row: number; takes: [Cell, Cell][] } | null;
  stuck: boolean;
}

/** In the order they are shown; a city counts these, ingenuity is a joker. */
export const KINDS: readonly Kind[] = ['industry', 'energy', 'economy', 'community', 'ecology'];

/** Whose board the screen is about. */
export function boardOf(view: View, seat: number | null): BoardView {
  const board = view.boards[seat ?? 0];
  if (!board) throw new Error(`no board of seat ${seat}`);
  return board;
}

export const offers = (view: View, ...action: Action): boolean =>
  view.answers.some((answer) => answer.length === action.length && answer.every((word, i) => word === action[i]));
