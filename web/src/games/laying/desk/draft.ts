/** The placement somebody has in mind: pure steps from draft to draft, judged by the masks of the view. */
import type { Geometry, Point, Position, Direction } from '../grid/geometry';
import { bits, count, has } from '../grid/masks';
import { beyond } from '../grid/parts';
import { middleCell, type Piece, type Shape } from '../grid/pieces';
import { STICKER } from './stickers';
import type { Action } from '../view';

export interface Draft {
  /** Which of the offered pieces, which of its shapes, and the cell it is held by. */
  piece: number;
  shape: number;
  grab: number;
  /** Where the first cell lies; null while the piece is in the hand. */
  at: Position | null;
}

export interface Verdict {
  legal: boolean;
  /** The rules that forbid it: ids, cause first as the server lists them. */
  rules: string[];
}

export interface Place {
  shape: number;
  orientation: number;
  at: Position;
  name: string;
}

export function shapeOf(pieces: readonly Piece[], draft: Draft): Shape | undefined {
  return pieces[draft.piece]?.shapes[draft.shape];
}

/** The piece in the hand, as it was drawn. */
export function inHand(pieces: readonly Piece[], piece = 0): Draft {
  const cells = pieces[piece]?.shapes[0]?.cells ?? [];
  return { piece, shape: 0, grab: cells.length ? middleCell(cells) : 0, at: null };
}

export function cellsOf(pieces: readonly Piece[], draft: Draft): Position[] {
  const { at } = draft;
  if (!at) return [];
  return (shapeOf(pieces, draft)?.cells ?? []).map(([row, column]) => [at[0] + row, at[1] + column]);
}

export function judge(pieces: readonly Piece[], grid: Geometry, draft: Draft): Verdict | null {
  const shape = shapeOf(pieces, draft);
  if (!shape || !draft.at) return null;
  const first = grid.bit(draft.at);
  if (!has(shape.inside, first)) return { legal: false, rules: ['edge'] };
  if (has(shape.legal, first)) return { legal: true, rules: [] };
  return { legal: false, rules: shape.lacks.filter(([, firsts]) => has(firsts, first)).map(([rule]) => rule) };
}

/** Held so that the grabbed cell lies under the point; it snaps to the cell it is nearest to. */
export function heldAt(pieces: readonly Piece[], grid: Geometry, draft: Draft, point: Point): Draft {
  const held = shapeOf(pieces, draft)?.cells[draft.grab] ?? [0, 0];
  const [row, column] = grid.nearest(point);
  return { ...draft, at: [row - held[0], column - held[1]] };
}

/** Over the tapped cell: held as before, or by another cell where only that fits; else pushed onto the board. */
export function tappedAt(pieces: readonly Piece[], grid: Geometry, draft: Draft, [row, column]: Position): Draft {
  const holds = (shapeOf(pieces, draft)?.cells ?? []).map(([y, x], grab): Draft => ({
    ...draft,
    grab,
    at: [row - y, column - x],
  }));
  const asBefore = holds[draft.grab] ?? { ...draft, at: [row, column] };
  const fitting = [asBefore, ...holds].find((one) => judge(pieces, grid, one)?.legal);
  return fitting ?? pushedIn(pieces, grid, asBefore);
}

/** On exactly these cells, as it is turned now; null where it has another shape. */
export function onCells(pieces: readonly Piece[], draft: Draft, cells: readonly Position[]): Draft | null {
  const shape = shapeOf(pieces, draft);
  const [first] = shape?.cells ?? [];
  if (!shape || !first || shape.cells.length !== cells.length) return null;
  const wanted = new Set(cells.map(String));
  const at = cells.map(([row, column]): Position => [row - first[0], column - first[1]]);
  const found = at.find((position) => isOn(shape, position, wanted));
  return found ? { ...draft, at: found } : null;
}

/** One step; the piece never leaves the board this way, but goes on to a part of it that lies further on. */
export function stepped(pieces: readonly Piece[], grid: Geometry, draft: Draft, direction: Direction): Draft {
  const { at } = draft;
  if (!at) return lifted(pieces, grid, draft);
  const moved = grid
    .steps(direction, at)
    .map(([row, column]): Draft => ({ ...draft, at: [at[0] + row, at[1] + column] }));
  const next = moved.find((one) => isIn(pieces, grid, one));
  if (next) return next;
  return isIn(pieces, grid, draft)
    ? (leapt(pieces, grid, draft, direction) ?? draft)
    : pushedIn(pieces, grid, moved[0] ?? draft);
}

/** Over a gap to the nearest place in the next part of the board; null where there is none on that side. */
function leapt(pieces: readonly Piece[], grid: Geometry, draft: Draft, direction: Direction): Draft | null {
  const shape = shapeOf(pieces, draft);
  const there = new Set(beyond(grid, cellsOf(pieces, draft), direction).map(String));
  if (!shape || !draft.at || !there.size) return null;
  const places = grid.positions(shape.inside).filter((first) => isOn(shape, first, there));
  const at = nearestOf(grid, places, grid.middle(draft.at));
  return at ? { ...draft, at } : null;
}

/** Whether a shape that begins here has all its cells among these. */
function isOn({ cells }: Shape, [row, column]: Position, some: ReadonlySet<string>): boolean {
  return cells.every(([y, x]) => some.has(String([row + y, column + x])));
}

/** The next or previous shape of the same side, turned about the grabbed cell. */
export function turned(pieces: readonly Piece[], grid: Geometry, draft: Draft, by: 1 | -1): Draft {
  const shapes = pieces[draft.piece]?.shapes ?? [];
  const now = shapes[draft.shape];
  const same = shapes.filter((shape) => now && sideOf(grid, shape) === sideOf(grid, now));
  const next = now && same[(same.indexOf(now) + by + same.length) % same.length];
  return next ? shaped(pieces, grid, draft, shapes.indexOf(next)) : draft;
}

/** The mirror image, left and right exchanged. */
export function flipped(pieces: readonly Piece[], grid: Geometry, draft: Draft): Draft {
  const shapes = pieces[draft.piece]?.shapes ?? [];
  const image = looks(grid, shapes[draft.shape]?.cells ?? [], -1);
  const shape = shapes.findIndex(({ cells }) => looks(grid, cells, 1) === image);
  return shape < 0 ? draft : shaped(pieces, grid, draft, shape);
}

/** Orientations are numbered turn by turn, those of the mirror image after the others. */
function sideOf(grid: Geometry, { orientation }: Shape): number {
  return Math.floor((orientation * grid.lattice.turn) / 360);
}

export function hasMirror(grid: Geometry, piece: Piece | undefined): boolean {
  return piece?.shapes.some((shape) => sideOf(grid, shape) > 0) ?? false;
}

/** The same word for the same cells, wherever they lie. */
function looks(grid: Geometry, cells: readonly Position[], side: 1 | -1): string {
  const points = cells.map((cell) => grid.middle(cell)).map(([x, y]) => [Math.round(x) * side, Math.round(y)] as const);
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  return points
    .map(([x, y]) => `${x - left},${y - top}`)
    .sort()
    .join(' ');
}

/** In another shape: still over the grabbed cell, and otherwise as near to where it lay as can be. */
function shaped(pieces: readonly Piece[], grid: Geometry, draft: Draft, shape: number): Draft {
  const before = cellsOf(pieces, draft);
  const held = before[draft.grab];
  const cells = pieces[draft.piece]?.shapes[shape]?.cells ?? [];
  if (!held) return { ...draft, shape, grab: Math.min(draft.grab, Math.max(0, cells.length - 1)) };
  const [x, y] = centre(grid, before);
  const far = (one: Draft): number => {
    const [a, b] = centre(grid, cellsOf(pieces, one));
    return Math.round(Math.hypot(a - x, b - y)); // what differs by less is the same
  };
  const holds = cells.map(([row, column], grab): Draft => ({
    ...draft,
    shape,
    grab,
    at: [held[0] - row, held[1] - column],
  }));
  const [nearest] = holds.sort((one, two) => far(one) - far(two) || (one.grab === draft.grab ? -1 : 0));
  return nearest ? pushedIn(pieces, grid, nearest) : draft;
}

function centre(grid: Geometry, cells: readonly Position[]): Point {
  const middles = cells.map((cell) => grid.middle(cell));
  const mean = (axis: 0 | 1): number => middles.reduce((sum, at) => sum + at[axis], 0) / middles.length;
  return [mean(0), mean(1)];
}

function isIn(pieces: readonly Piece[], grid: Geometry, draft: Draft): boolean {
  const shape = shapeOf(pieces, draft);
  return !!shape && !!draft.at && has(shape.inside, grid.bit(draft.at));
}

/** Moved to the nearest place where all of it lies on the board. */
function pushedIn(pieces: readonly Piece[], grid: Geometry, draft: Draft): Draft {
  const shape = shapeOf(pieces, draft);
  if (!shape || !draft.at || isIn(pieces, grid, draft)) return draft;
  return { ...draft, at: nearestOf(grid, grid.positions(shape.inside), grid.middle(draft.at)) ?? draft.at };
}

/** The position nearest to a point. */
function nearestOf(grid: Geometry, positions: readonly Position[], [x, y]: Point): Position | undefined {
  const far = (position: Position): number => {
    const [a, b] = grid.middle(position);
    return Math.hypot(a - x, b - y);
  };
  return [...positions].sort((a, b) => far(a) - far(b))[0];
}

/** Picked up onto the board: the legal place nearest to the middle, or the middle itself. */
export function lifted(pieces: readonly Piece[], grid: Geometry, draft: Draft): Draft {
  const shape = shapeOf(pieces, draft);
  if (!shape || draft.at) return draft;
  const middle: Point = [grid.width / 2, grid.height / 2];
  const at =
    nearestOf(grid, grid.positions(shape.legal), middle) ?? nearestOf(grid, grid.positions(shape.inside), middle);
  return at ? { ...draft, at } : draft;
}

/** Held by the cell that lies at the position, if it is one of the draft's. */
export function heldBy(pieces: readonly Piece[], draft: Draft, [row, column]: Position): Draft | null {
  const grab = cellsOf(pieces, draft).findIndex((cell) => cell[0] === row && cell[1] === column);
  return grab < 0 ? null : { ...draft, grab };
}

/** Cells on which the grabbed cell may come to lie with the shape as it is turned now. */
export function anchors(pieces: readonly Piece[], grid: Geometry, draft: Draft): Position[] {
  const shape = shapeOf(pieces, draft);
  const held = shape?.cells[draft.grab];
  if (!shape || !held) return [];
  return grid.positions(shape.legal).map(([row, column]) => [row + held[0], column + held[1]]);
}

/** Every legal place of a piece, by shape and then in reading order. */
export function places(pieces: readonly Piece[], grid: Geometry, piece: number): Place[] {
  return (pieces[piece]?.shapes ?? []).flatMap(({ orientation, legal }, shape) =>
    bits(legal).map((bit) => {
      const at = grid.position(bit);
      return { shape, orientation, at, name: grid.name(at) };
    }),
  );
}

export function placesNow(pieces: readonly Piece[], draft: Draft): number {
  const shape = shapeOf(pieces, draft);
  return shape ? count(shape.legal) : 0;
}

/** Its legal places however it is turned or mirrored. */
export function placesTurned(pieces: readonly Piece[], draft: Draft): number {
  return (pieces[draft.piece]?.shapes ?? []).reduce((sum, { legal }) => sum + count(legal), 0);
}

/** Whether most of it lies beside the board. */
export function isOffBoard(pieces: readonly Piece[], grid: Geometry, draft: Draft): boolean {
  const cells = cellsOf(pieces, draft);
  return cells.filter((cell) => grid.bit(cell) < 0).length * 2 > cells.length;
}

/** The line that lays the draft. */
export function lineOf(pieces: readonly Piece[], grid: Geometry, draft: Draft): string | null {
  const [piece, shape] = [pieces[draft.piece], shapeOf(pieces, draft)];
  if (!piece || !shape || !draft.at) return null;
  if (piece.kind === STICKER) return `stick ${piece.name} ${grid.name(draft.at)}`;
  return `place ${piece.name} ${shape.orientation} ${grid.name(draft.at)}`;
}

/** The draft behind a place action or line, if the pieces on offer have it. */
export function draftOf(pieces: readonly Piece[], grid: Geometry, action: Action): Draft | null {
  const [verb, name, orientation, cell] = action;
  if (verb !== 'place') return null;
  const piece = pieces.findIndex((some) => some.name === name);
  const shape = pieces[piece]?.shapes.findIndex((some) => some.orientation === Number(orientation)) ?? -1;
  const at = grid.read(String(cell));
  if (shape < 0 || !at) return null;
  return { ...inHand(pieces, piece), shape, at };
}

/** A draft as it is stored over a reload: the round it belongs to, the piece and how it lies. */
export type StoredDraft = [round: number, piece: string, orientation: number, cell: string, grab: number];

export function storedDraft(pieces: readonly Piece[], grid: Geometry, draft: Draft, round: number): StoredDraft {
  const [piece, shape] = [pieces[draft.piece], shapeOf(pieces, draft)];
  const cell = draft.at ? grid.name(draft.at) : '';
  return [round, piece?.name ?? '', shape?.orientation ?? 0, cell, draft.grab];
}

/** The draft that was stored in this round; null for anything else that is found there. */
export function restoredDraft(pieces: readonly Piece[], grid: Geometry, stored: unknown, round: number): Draft | null {
  if (!Array.isArray(stored) || stored[0] !== round) return null;
  const [, name, orientation, cell, grab] = stored as unknown[];
  const piece = pieces.findIndex((some) => some.name === name);
  const shape = pieces[piece]?.shapes.findIndex((some) => some.orientation === orientation) ?? -1;
  const cells = pieces[piece]?.shapes[shape]?.cells;
  if (!cells) return null;
  const at = cell ? grid.read(String(cell)) : null;
  return { piece, shape, grab: typeof grab === 'number' && grab < cells.length ? grab : 0, at };
}
