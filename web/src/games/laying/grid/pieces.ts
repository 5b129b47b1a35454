/** The pieces on offer with their masks read, so that the draft can ask them quickly. */
import type { Geometry } from './geometry';
import { has, mask, type Mask } from './masks';
import type { Drawn } from './scene';
import type { BoardView, LaidView, Offset, PieceView, ShapeView, View } from '../view';

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
  /** Of a sticker: the rule that gives it. */
  rule?: string;
}

export function readPieces(pieces: readonly PieceView[]): Piece[] {
  return pieces.map(({ name, kind, marks, shapes }) => ({ name, kind, marks, shapes: shapes.map(readShape) }));
}

function readShape({ orientation, cells, inside, legal, lacks }: ShapeView): Shape {
  const forbidden = Object.entries(lacks).map(([rule, firsts]) => [rule, mask(firsts)] as const);
  return { orientation, cells, inside: mask(inside), legal: mask(legal), lacks: forbidden };
}

/** A piece as it lies in one of its shapes, to be drawn. */
export function drawnAs({ name, kind, marks, rule }: Piece, shape: Pick<Shape, 'cells'>): Drawn {
  return { name, kind, cells: shape.cells, marks, rule };
}

/** A card of the deck, to be drawn; null where it has no shape. */
export function drawnCard(card: string, { shapes }: Pick<View, 'shapes'>): Drawn | null {
  const [kind = '', name = ''] = card.split('-');
  const design = shapes[name];
  if (!design) return null;
  const [cells, marks] = design;
  return { name, kind, cells, marks: marks.length ? marks : cells.map(() => kind) };
}

/** A piece that stands on a board, to be drawn: what its cells show is what shows there now. */
export function drawnLaid(
  [kind, name, orientation, set]: LaidView,
  grid: Geometry,
  { kinds }: Pick<View, 'kinds'>,
  { marks }: Pick<BoardView, 'marks'>,
): Drawn {
  const cells = grid.positions(mask(set));
  const layers = marks.map(mask);
  const shown = (bit: number): string => kinds.filter((_, k) => has(layers[k] ?? 0n, bit)).join('');
  return { name, kind, orientation, cells, marks: cells.map((cell) => shown(grid.bit(cell)) || kind) };
}

/** The index of the cell nearest to the piece's middle: the one it is held by at first. */
export function middleCell(cells: readonly Offset[]): number {
  const row = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const far = cells.map((cell) => Math.hypot(cell[0] - row, cell[1] - column));
  return far.indexOf(Math.min(...far));
}
