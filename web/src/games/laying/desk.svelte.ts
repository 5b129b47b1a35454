/** What somebody does at the table between two pushes: the draft, lights, questions. */
import { untrack } from 'svelte';
import {
  anchors,
  cellsOf,
  draftOf,
  flipped,
  hasMirror,
  heldAt,
  heldBy,
  inHand,
  judge,
  lifted,
  isOffBoard,
  lineOf,
  placesNow,
  placesTurned,
  restoredDraft,
  shapeOf,
  onCells,
  stepped,
  tappedAt,
  storedDraft,
  turned,
  type Draft,
  type Place,
} from './draft';
import { load, save } from '../../base/storage';
import { follow, liftOf } from '../shared/drag';
import type { Plan } from '../contract';
import { CELL, geometry, type Point, type Position, type Direction } from './geometry';
import type { Command } from './keys';
import { readPieces } from './pieces';
import { Previews, type Preview } from './preview.svelte';
import type { Foreseen } from '../../base/api/types';
import type { MatchLog } from '../../live/match_log';
import { boardOf, cleared, groundOf, isCleared, isFilled, offers, stageOf } from './stage';
import { putBy, stickerPieces } from './stickers';
import { linesOf } from './tally';
import type { StickerView, View } from './view';

export interface Given {
  view: View;
  seat: number | null;
  mayUndo: boolean;
  sent: string | null;
  refused: string[];
  online: boolean;
  draftKey: string;
  log: MatchLog | undefined;
  /** Per seat, the stickers that are new in this match. */
  fresh: readonly (readonly StickerView[])[];
  act: (line: string) => void;
  foresee?: (() => Promise<readonly Foreseen[]>) | undefined;
}

/** How long a dragged piece lies still before words and tally follow it. */
const REST_MS = 60;
const DRAG_MARGIN = 2 * CELL; // a piece dragged further off the cells goes back into the hand

export class Desk {
  readonly #given: () => Given;

  /** The board on the screen, to find cells under the pointer. */
  surface = $state.raw<SVGSVGElement | null>(null);
  showsAnchors = $state(false);
  /** The tally line that is lit, and the one that stays lit when nothing else is. */
  pointed = $state<number | null>(null);
  pinned = $state<number | null>(null);
  /** Cells somebody wants to see because a hint speaks of them; null for none. */
  asked = $state<string | null>(null);
  /** Whether a part of the board is looked at from near. */
  near = $state(false);
  /** The part of a board in several parts that a small screen shows. */
  part = $state(0);
  dragging = $state(false);
  /** Dragged from cell to cell just now: nobody reads yet what is said about each of them. */
  isPassing = $state(false);
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** Names of cells that a guide speaks of. */
  guided = $state.raw<readonly string[]>([]);
  /** The cells of places that the coach would take, the best first; masks. */
  hinted = $state.raw<readonly string[]>([]);
  asksEnd = $state(false);
  /** The tally line whose rule is said, until something else is done. */
  explained = $state<number | null>(null);
  /** Why the last key or button did nothing: message ids. */
  said = $state.raw<string[]>([]);
  /** Counts turns, signed: the ghost animates the last one. */
  turns = $state(0);
  open = $state<'list' | 'rules' | null>(null);
  /** The refusal that has been answered by a change of mind. */
  #answered = $state.raw<string[] | null>(null);
  /** The draft when the board was pressed. */
  #pressed: Draft | null = null;
  #pinching = false;

  readonly grid = $derived.by(() => geometry(this.#view.grid));
  readonly stage = $derived.by(() => stageOf(this.#view, this.#given().seat));
  /** The sticker to put now, and those that wait behind it. */
  readonly choices = $derived.by(() => (this.stage === 'stick' ? (this.#view.choices ?? []) : []));
  readonly pieces = $derived.by(() => {
    const [choice] = this.choices;
    return choice ? stickerPieces(choice, this.#view.grid.cells) : readPieces(this.#view.pieces);
  });
  /** Bare while stickers are put, unless one is bound to what was built. */
  readonly board = $derived.by(() => {
    const board = boardOf(this.#view, this.#given().seat);
    const before = this.#view.phase === 'reward' && this.choices[0]?.cells !== undefined;
    return isCleared(this.#view) && !before ? cleared(board, this.#view) : board;
  });
  /** The own stickers that still lie on paper: put in this match or at the end of the last one. */
  readonly fresh = $derived.by((): StickerView[] => {
    const { seat, log, fresh } = this.#given();
    return seat === null ? [] : [...(fresh[seat] ?? []), ...putBy(log?.lines ?? [], seat)];
  });
  /** Whether a piece or a sticker is to be laid. */
  readonly holds = $derived(this.stage === 'lay' || this.stage === 'stick');
  readonly lines = $derived.by(() => linesOf(this.#view, this.board));
  readonly ground = $derived.by(() => this.choices[0]?.ground ?? groundOf(this.#view, this.board));
  readonly lit = $derived(this.pointed ?? this.pinned);
  /** Another word with every card. */
  readonly turnKey = $derived.by(
    () =>
      `${this.#given().draftKey} ${this.#view.round} ${this.choices.length} ` +
      this.pieces.map((piece) => piece.name).join(' '),
  );
  draft = $derived.by(() => this.#first(this.turnKey));
  readonly shape = $derived(shapeOf(this.pieces, this.draft));
  readonly piece = $derived(this.pieces[this.draft.piece]);
  readonly cells = $derived(cellsOf(this.pieces, this.draft));
  readonly verdict = $derived(judge(this.pieces, this.grid, this.draft));
  /** The line that lays the draft. */
  readonly line = $derived(lineOf(this.pieces, this.grid, this.draft));
  readonly anchors = $derived(
    this.showsAnchors && this.holds
      ? anchors(this.pieces, this.grid, this.draft).filter((cell) => !this.#isHeldBy(cell))
      : [],
  );
  /** What is planned, as far as the piece lies still. */
  readonly plan = $derived.by((): Plan | null => {
    if (!this.draft.at || this.dragging || !this.holds) return null;
    return {
      cells: this.cells.map((cell) => this.grid.name(cell)),
      legal: this.verdict?.legal === true,
      turned: this.#onGuided(this.draft) !== null,
    };
  });
  /** Where the piece fits as it is turned now, and however it is turned. */
  readonly placesNow = $derived(placesNow(this.pieces, this.draft));
  readonly places = $derived(placesTurned(this.pieces, this.draft));
  readonly committed = $derived.by(() =>
    this.#view.commit ? draftOf(this.pieces, this.grid, this.#view.commit) : null,
  );
  /** Whether the piece has a mirror image that turning does not give. */
  readonly mayFlip = $derived(hasMirror(this.grid, this.piece));
  /** Whether turning changes anything: how a piece lies, or which of several stickers it is. */
  readonly mayTurn = $derived((this.stage === 'stick' ? this.pieces : (this.piece?.shapes ?? [])).length > 1);
  /** Whether the piece, or one in its place, fits anywhere. */
  readonly hasRoom = $derived(this.pieces.some((piece) => piece.shapes.some((shape) => shape.legal !== 0n)));
  /** Whether ending costs nothing: no card comes after this one. */
  readonly endIsFree = $derived.by(() => this.stage === 'lay' && this.#view.round === this.#view.rounds);
  /** Whether nothing is left but to end. */
  readonly onlyEnds = $derived(this.endIsFree && !this.hasRoom);
  /** Whether nothing lies open any more, so that a pass costs and ending does not. */
  readonly isFull = $derived.by(() => this.stage === 'lay' && isFilled(this.#view, this.board));
  /** Whether the main button ends: nothing is left to do, or to fill, and nothing lies on the board. */
  readonly endsNext = $derived(this.onlyEnds || (this.isFull && !this.draft.at));
  readonly mayLay = $derived.by(() => this.holds && this.#given().sent === null);
  readonly mayConfirm = $derived.by(() => this.mayLay && this.#given().online && this.verdict?.legal === true);

  readonly #previews = new Previews(() => this.#given().foresee?.() ?? Promise.resolve([]));
  /** What the draft would bring, where it may lie and the answer has come. */
  readonly preview = $derived.by((): Preview | null => (this.verdict?.legal ? this.#previews.of(this.line) : null));

  constructor(given: () => Given) {
    this.#given = given;
  }

  get #view(): View {
    return this.#given().view;
  }

  /** Whether the piece is held by this cell now: its own anchor need not be shown. */
  #isHeldBy([row, column]: Position): boolean {
    const held = this.cells[this.draft.grab];
    return held?.[0] === row && held[1] === column;
  }

  /** Whether a dot is shown here: a tap moves the piece, also where it covers the dot. */
  #isAnchor([row, column]: Position): boolean {
    return this.anchors.some((cell) => cell[0] === row && cell[1] === column);
  }

  /** The draft at the beginning of a turn: what was stored before a reload, or the piece in the hand. */
  #first(_turn: string): Draft {
    return untrack(
      () =>
        restoredDraft(this.pieces, this.grid, load(this.#given().draftKey), this.#view.round) ?? inHand(this.pieces),
    );
  }

  /** The draft on exactly the cells that a guide speaks of, as it is turned now; null where it does not fit them. */
  #onGuided(draft: Draft): Draft | null {
    const cells = this.guided.map((name) => this.grid.read(name)).filter((cell) => cell !== null);
    return onCells(this.pieces, draft, cells);
  }

  /** The same, if the pointer is over one of those cells: in a first match it is meant so. */
  #guidedUnder(event: PointerEvent): Draft | null {
    const name = this.grid.name(this.grid.nearest(this.#point(event, 0)));
    return this.guided.includes(name) ? this.#onGuided(this.draft) : null;
  }

  /** Asks what the answers would bring, once somebody begins to choose among them. */
  foresee(): void {
    if (this.stage === 'lay' && this.mayLay && (this.draft.at || this.open === 'list'))
      void this.#previews.load(`${this.turnKey} ${this.#view.round} ${this.board.laid.length} ${this.board.passes}`);
  }

  /** What a place of the list would bring. */
  previewAt(place: Place, piece = this.draft.piece): Preview | null {
    return this.#previews.of(lineOf(this.pieces, this.grid, { ...inHand(this.pieces, piece), ...place }));
  }

  /** Stores the draft, so that it survives a reload. */
  store(): void {
    const { draftKey, view } = this.#given();
    if (this.pieces.length) save(draftKey, storedDraft(this.pieces, this.grid, this.draft, view.round));
  }

  do(command: Command): void {
    switch (command.do) {
      case 'step':
        return this.step(command.direction);
      case 'turn':
        return this.turn(command.by);
      case 'flip':
        return this.flip();
      case 'light':
        return this.light(command.line);
      case 'anchors':
        this.showsAnchors = !this.showsAnchors;
        return;
      case 'confirm':
        return this.confirm();
      case 'undo':
        return this.undo();
      case 'pass':
        return this.pass();
      case 'end':
        return this.end();
      case 'list':
      case 'rules':
        this.open = this.open === command.do ? null : command.do;
        return;
      case 'back':
        return this.back();
    }
  }

  /** What the server refused, until something is changed. */
  get refused(): string[] {
    const { refused } = this.#given();
    return refused === this.#answered ? [] : refused;
  }

  #set(draft: Draft): void {
    this.said = [];
    this.asksEnd = false;
    this.explained = null;
    this.#answered = this.#given().refused;
    this.draft = draft;
  }

  step(direction: Direction): void {
    if (this.mayLay) this.#set(stepped(this.pieces, this.grid, this.draft, direction));
  }

  turn(by: 1 | -1): void {
    if (!this.mayLay || !this.mayTurn) return;
    if (this.stage === 'stick') return this.choose((this.draft.piece + by + this.pieces.length) % this.pieces.length);
    this.turns = (Math.abs(this.turns) + 1) * by;
    this.#set(turned(this.pieces, this.grid, this.draft, by));
  }

  flip(): void {
    if (this.mayLay) this.#set(flipped(this.pieces, this.grid, this.draft));
  }

  choose(piece: number): void {
    const { at } = this.draft;
    if (this.mayLay) this.#set({ ...inHand(this.pieces, piece), at: this.stage === 'stick' ? at : null });
  }

  place({ shape, at }: Place, piece = this.draft.piece): void {
    if (this.mayLay) this.#set({ ...inHand(this.pieces, piece), shape, at });
  }

  /** The draft as it was before a list was looked through. */
  restore(draft: Draft): void {
    if (this.mayLay) this.#set(draft);
  }

  light(line: number | null): void {
    this.pinned = line === this.pinned || line === null || !this.lines[line] ? null : line;
    this.explained = this.pinned;
  }

  confirm(): void {
    const { line } = this;
    if (this.mayConfirm && line) this.#send(line);
    else if (this.endsNext) this.end();
    else if (this.mayLay && !this.draft.at) this.#set(lifted(this.pieces, this.grid, this.draft));
  }

  undo(): void {
    const { mayUndo, sent } = this.#given();
    if (sent !== null) return;
    if (mayUndo) this.#send('undo');
    else if (this.mayLay && this.draft.at) this.#set({ ...this.draft, at: null });
  }

  pass(): void {
    if (this.stage !== 'lay' || !this.mayLay || !this.#given().online) return;
    const denied = this.#view.denied['pass'];
    if (offers(this.#view, 'pass')) this.#send('pass');
    else if (denied) this.said = denied;
  }

  /** A denied answer says why as soon as it is pointed at. */
  hint(verb: string, on: boolean): void {
    const denied = this.#view.denied[verb];
    if (denied && this.mayLay) this.said = on ? denied : [];
  }

  /** Asks once, in place, until it is confirmed or cancelled. */
  end(): void {
    if (!this.mayLay || !this.#given().online || !offers(this.#view, 'end')) return;
    if (this.asksEnd || this.onlyEnds) this.#send('end');
    else this.asksEnd = true;
  }

  /** Puts the open choices off to the next match. */
  later(): void {
    if (this.stage === 'stick' && offers(this.#view, 'later')) this.answer('later');
  }

  answer(line: string): void {
    const { sent, online } = this.#given();
    if (sent === null && online) this.#send(line);
  }

  back(): void {
    if (this.asksEnd) this.asksEnd = false;
    else if (this.pinned !== null) this.light(null);
    else if (this.mayLay && this.draft.at) this.#set({ ...this.draft, at: null });
  }

  #send(line: string): void {
    this.said = [];
    this.asked = null;
    this.asksEnd = false;
    this.light(null);
    this.#given().act(line);
  }

  /** A second finger came down: the piece goes back to where the first one found it. */
  beginPinch(): void {
    if (this.#pressed) this.#set(this.#pressed);
    this.dragging = false;
    this.#pinching = true;
  }

  endPinch(): void {
    this.#pinching = false;
  }

  /** Pressed on the board: the piece comes there and follows; a tap on it turns it, one on its tick builds. */
  press(event: PointerEvent): void {
    if (!this.mayLay || event.button !== 0 || this.#pinching) return;
    this.#pressed = this.draft;
    const cell = this.grid.nearest(this.#point(event, 0));
    const grabbed = heldBy(this.pieces, this.draft, cell);
    const ticked = event.target instanceof Element && event.target.closest('.badge') !== null;
    follow(event, {
      begin: () => {
        if (this.#pinching) return;
        if (grabbed && !liftOf(event)) this.#set(grabbed);
        this.dragging = true;
      },
      move: (now) => this.#drag(now),
      tap: (now) => {
        if (this.#pinching) return;
        if (ticked && this.mayConfirm) this.confirm();
        else if (ticked || (grabbed && !this.#isAnchor(cell))) this.turn(1);
        else this.#moveTo(this.#guidedUnder(now) ?? tappedAt(this.pieces, this.grid, this.draft, cell));
      },
      end: (last) => this.#letGo(last),
    });
  }

  /** Where it cannot come nearer as it lies, it is turned: a tap always does something. */
  #moveTo(next: Draft): void {
    if (String(next.at) === String(this.draft.at)) this.turn(1);
    else this.#set(next);
  }

  /** Pressed on the piece in the hand: dragged onto the board, or picked up by a tap. */
  pick(event: PointerEvent): void {
    if (!this.mayLay || event.button !== 0) return;
    follow(event, {
      begin: () => (this.dragging = true),
      move: (now) => this.#drag(now),
      tap: () => this.pickUp(),
      end: (last) => this.#letGo(last),
    });
  }

  /** Held above the finger, a piece can be let go where nobody sees it: then it is in the hand again. */
  #letGo(last: PointerEvent): void {
    clearTimeout(this.#resting);
    this.isPassing = false;
    const meant = this.dragging && this.draft.at ? this.#guidedUnder(last) : null;
    if (meant) this.#set(meant);
    else if (this.dragging && isOffBoard(this.pieces, this.grid, this.draft)) this.#set({ ...this.draft, at: null });
    this.dragging = false;
  }

  pickUp(): void {
    if (!this.mayLay) return;
    if (this.draft.at) this.turn(1);
    else this.#set(lifted(this.pieces, this.grid, this.draft));
  }

  #drag(event: PointerEvent): void {
    if (this.#pinching) return;
    const point = this.#point(event, liftOf(event));
    const near = [this.grid.width, this.grid.height].every(
      (size, i) => (point[i] ?? 0) > -DRAG_MARGIN && (point[i] ?? 0) < size + DRAG_MARGIN,
    );
    const next = near ? heldAt(this.pieces, this.grid, this.draft, point) : { ...this.draft, at: null };
    if (String(next.at) === String(this.draft.at)) return;
    this.#set(next);
    this.isPassing = true;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.isPassing = false), REST_MS);
  }

  /** Where the pointer is on the board, in drawing units. */
  #point(event: PointerEvent, above: number): Point {
    const drawn = this.surface?.getScreenCTM();
    if (!drawn) return [-1e6, -1e6];
    const { x, y } = new DOMPoint(event.clientX, event.clientY - above).matrixTransform(drawn.inverse());
    return [x, y];
  }
}
