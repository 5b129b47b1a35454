/** The pieces on offer with their masks read, so that the draft can ask them quickly. */
import { mask, type Mask } from './masks';
import type { Offset, PieceView, ShapeView } from './view';

export interface Shape {
  orientation: number;
  cells: readonly Offset[];
  inside: Mask;
  legal: Mask;
  lacks: readonly (readonly [rule: string, firsts: Mask])[];
}

export interface Piece {
  name: string;
  kind: string;
  marks: readonly string[];
  shapes: readonly Shape[];
}

export function readPieces(pieces: readonly PieceView[]): Piece[] {
  return pieces.map(({ name, kind, marks, shapes }) => ({ name, kind, marks, shapes: shapes.map(readShape) }));
}

function readShape({ orientation, cells, inside, legal, lacks }: ShapeView): Shape {
  const forbidden = Object.entries(lacks).map(([rule, firsts]) => [rule, mask(firsts)] as const);
  return { orientation, cells, inside: mask(inside), legal: mask(legal), lacks: forbidden };
}

/** The index of the cell nearest to the piece's middle: the one it is held by at first. */
export function middleCell(cells: readonly Offset[]): number {
  const row = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const far = cells.map((cell) => Math.hypot(cell[0] - row, cell[1] - column));
  return far.indexOf(Math.min(...far));
}
