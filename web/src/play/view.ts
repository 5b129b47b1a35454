/** The view as the server sends it: what a seat may see and do. Sets of cells are hex strings of a bit mask. */

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
}

export interface GroundView {
  open: Hex;
  layers: Record<string, Hex[]>;
  wants: [symbol: string, mark: string, cells: Hex][];
}

export type LaidView = [kind: string, shape: string, orientation: number, cells: Hex];
export type EntryView = [rule: string, points: number, cells: Hex];

export interface BoardView {
  seat: number;
  ground: number;
  round: number;
  ended: string;
  ready: boolean;
  passes: number;
  marker: number;
  locked: boolean;
  provisions: number;
  at_least: boolean;
  clear: Hex;
  laid: LaidView[];
  marks: Hex[];
  notes: Record<string, Hex>;
  tally: EntryView[];
  value: number;
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

export interface View {
  game: string;
  version: number;
  pace: string;
  phase: string;
  seat: number | null;
  to_act: number[];
  round: number;
  /** How many there can be; null where nobody knows (dice). */
  rounds: number | null;
  draw: Word[];
  card: string;
  deck: string[];
  left: string[];
  grid: GridView;
  kinds: string[];
  grounds: GroundView[];
  boards: BoardView[];
  places: number[];
  rules: [id: string, numbers: number[]][];
  commit: Action | null;
  pieces: PieceView[];
  answers: Action[];
  denied: Record<string, string[]>;
  pass_price: number;
}

export type Sitter = 'me' | 'person' | 'bot';
export type Say = (id: string, ...numbers: number[]) => string;

/** A number as people write it: a real minus sign, a plus where it is a gain. */
export function signed(points: number): string {
  if (points < 0) return `−${-points}`;
  return points > 0 ? `+${points}` : '0';
}

/** A value that may be below zero, without a plus. */
export function plain(value: number): string {
  return value < 0 ? `−${-value}` : `${value}`;
}
