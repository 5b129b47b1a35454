/** Pressing, dragging and tapping: how a pointer moves the draft. */
import { follow, liftOf } from '../../shared/drag';
import { heldAt, heldBy, isOffBoard, tappedAt, type Draft } from './draft';
import { CELL, type Geometry, type Point, type Position } from '../grid/geometry';
import type { Piece } from '../grid/pieces';

/** How long a dragged piece lies still before words and tally follow it. */
const REST_MS = 60;
const DRAG_MARGIN = 2 * CELL; // a piece dragged further off the cells goes back into the hand

/** What a pointer knows of the desk and does there. */
interface Desk {
  readonly surface: SVGSVGElement | null;
  readonly grid: Geometry;
  readonly pieces: readonly Piece[];
  readonly draft: Draft;
  readonly guided: readonly string[];
  readonly mayLay: boolean;
  readonly mayConfirm: boolean;
  isAnchor: (cell: Position) => boolean;
  onGuided: (draft: Draft) => Draft | null;
  change: (draft: Draft) => void;
  turn: (by: 1 | -1) => void;
  pickUp: () => void;
  confirm: () => void;
}

export class Pointer {
  readonly #desk: Desk;
  dragging = $state(false);
  /** Dragged from cell to cell just now: nobody reads yet what is said about each of them. */
  isPassing = $state(false);
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** The draft when the board was pressed. */
  #pressed: Draft | null = null;
  #pinching = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The draft on the cells a guide speaks of, if the pointer is over one of them: in a first match it is meant so. */
  #guidedUnder(event: PointerEvent): Draft | null {
    const name = this.#desk.grid.name(this.#desk.grid.nearest(this.#point(event, 0)));
    return this.#desk.guided.includes(name) ? this.#desk.onGuided(this.#desk.draft) : null;
  }

  /** A second finger came down: the piece goes back to where the first one found it. */
  beginPinch(): void {
    if (this.#pressed) this.#desk.change(this.#pressed);
    this.dragging = false;
    this.#pinching = true;
  }

  endPinch(): void {
    this.#pinching = false;
  }

  /** Pressed on the board: the piece comes there and follows; a tap on it turns it, one on its tick builds. */
  press(event: PointerEvent): void {
    if (!this.#desk.mayLay || event.button !== 0 || this.#pinching) return;
    this.#pressed = this.#desk.draft;
    const cell = this.#desk.grid.nearest(this.#point(event, 0));
    const grabbed = heldBy(this.#desk.pieces, this.#desk.draft, cell);
    const ticked = event.target instanceof Element && event.target.closest('.badge') !== null;
    follow(event, {
      begin: () => {
        if (this.#pinching) return;
        if (grabbed && !liftOf(event)) this.#desk.change(grabbed);
        this.dragging = true;
      },
      move: (now) => this.#drag(now),
      tap: (now) => {
        if (this.#pinching) return;
        if (ticked && this.#desk.mayConfirm) this.#desk.confirm();
        else if (ticked || (grabbed && !this.#desk.isAnchor(cell))) this.#desk.turn(1);
        else
          this.#moveTo(this.#guidedUnder(now) ?? tappedAt(this.#desk.pieces, this.#desk.grid, this.#desk.draft, cell));
      },
      end: (last) => this.#letGo(last),
    });
  }

  /** Where it cannot come nearer as it lies, it is turned: a tap always does something. */
  #moveTo(next: Draft): void {
    if (String(next.at) === String(this.#desk.draft.at)) this.#desk.turn(1);
    else this.#desk.change(next);
  }

  /** Pressed on the piece in the hand: dragged onto the board, or picked up by a tap. */
  pick(event: PointerEvent): void {
    if (!this.#desk.mayLay || event.button !== 0) return;
    follow(event, {
      begin: () => (this.dragging = true),
      move: (now) => this.#drag(now),
      tap: () => this.#desk.pickUp(),
      end: (last) => this.#letGo(last),
    });
  }

  /** Held above the finger, a piece can be let go where nobody sees it: then it is in the hand again. */
  #letGo(last: PointerEvent): void {
    clearTimeout(this.#resting);
    this.isPassing = false;
    const meant = this.dragging && this.#desk.draft.at ? this.#guidedUnder(last) : null;
    if (meant) this.#desk.change(meant);
    else if (this.dragging && isOffBoard(this.#desk.pieces, this.#desk.grid, this.#desk.draft))
      this.#desk.change({ ...this.#desk.draft, at: null });
    this.dragging = false;
  }

  #drag(event: PointerEvent): void {
    if (this.#pinching) return;
    const point = this.#point(event, liftOf(event));
    const near = [this.#desk.grid.width, this.#desk.grid.height].every(
      (size, i) => (point[i] ?? 0) > -DRAG_MARGIN && (point[i] ?? 0) < size + DRAG_MARGIN,
    );
    const next = near
      ? heldAt(this.#desk.pieces, this.#desk.grid, this.#desk.draft, point)
      : { ...this.#desk.draft, at: null };
    if (String(next.at) === String(this.#desk.draft.at)) return;
    this.#desk.change(next);
    this.isPassing = true;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.isPassing = false), REST_MS);
  }

  /** Where the pointer is on the board, in drawing units. */
  #point(event: PointerEvent, above: number): Point {
    const drawn = this.#desk.surface?.getScreenCTM();
    if (!drawn) return [-1e6, -1e6];
    const { x, y } = new DOMPoint(event.clientX, event.clientY - above).matrixTransform(drawn.inverse());
    return [x, y];
  }
}
