/** The view as the server sends it: what a seat may see and do. Sets of cells are hex strings of a bit mask. */

import type { BoardHead, Head } from '../view';

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

/** The third part of a tally line is the mask of its cells. */
export interface BoardView extends BoardHead {
  ground: number;
  round: number;
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
  deck: string[];
  left: string[];
  grid: GridView;
  kinds: string[];
  grounds: GroundView[];
  boards: BoardView[];
  commit: Action | null;
  pieces: PieceView[];
  answers: Action[];
  denied: Record<string, string[]>;
  pass_price: number;
}
