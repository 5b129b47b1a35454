/** What somebody does at the table between two pushes: the draft, lights, questions. */
import { untrack } from 'svelte';
import {
  anchors,
  cellsOf,
  draftOf,
  flipped,
  hasMirror,
  inHand,
  judge,
  lifted,
  lineOf,
  placesNow,
  placesTurned,
  restoredDraft,
  shapeOf,
  onCells,
  stepped,
  storedDraft,
  turned,
  type Draft,
  type Place,
} from './draft';
import { load, save } from '../../../base/storage';
import type { HoldNow, Plan } from '../../contract';
import { geometry, type Position, type Direction } from '../grid/geometry';
import type { Command } from './keys';
import type { Lack } from './lacking';
import { NONE } from '../grid/masks';
import { readPieces } from '../grid/pieces';
import { Pointer } from './pointer.svelte';
import { Previews, type Preview } from './preview.svelte';
import type { Outlook } from '../../../base/api/types';
import type { MatchLog } from '../../../live/log/match_log';
import { boardOf, cleared, groundOf, isCleared, isFilled, offers, stageOf } from '../stage';
import { putBy, stickerPieces } from './stickers';
import { linesOf } from '../tally';
import type { Action, StickerView, View } from '../view';

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
  foresee?: (() => Promise<Outlook>) | undefined;
  hold?: HoldNow | null;
  next?: () => void;
}

/** So long the main button does not go on where it has just built: a double click is one decision. */
const SECOND_CLICK_MS = 300;

export class Desk {
  readonly #given: () => Given;
  readonly pointer = new Pointer(this);

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
  /** The answer besides places that is pointed at. */
  #aim = $state<string | null>(null);
  /** The refusal that has been answered by a change of mind. */
  #answered = $state.raw<string[] | null>(null);

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
  /** The same cells as a set. */
  readonly covers = $derived(this.cells.reduce((all, cell) => all | (1n << BigInt(this.grid.bit(cell))), NONE));
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
    if (!this.draft.at || this.pointer.dragging || !this.holds) return null;
    return {
      cells: this.cells.map((cell) => this.grid.name(cell)),
      legal: this.verdict?.legal === true,
      turned: this.onGuided(this.draft) !== null,
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
  /** Whether there is something to take back, and no line under way that it would overtake. */
  readonly mayUndo = $derived.by(() => {
    const { mayUndo, sent } = this.#given();
    return sent === null && (mayUndo || (this.mayLay && this.draft.at !== null));
  });

  /** All have answered, and the round is still open. */
  readonly hold = $derived.by(() => this.#given().hold ?? null);
  /** Whether this seat has answered last and may let the table go on. */
  readonly mayNext = $derived.by(() => {
    const { sent, online } = this.#given();
    return this.stage === 'committed' && this.hold?.yours === true && online && sent === null;
  });

  readonly #previews = new Previews(() => this.#given().foresee?.() ?? Promise.resolve({ answers: [], lacks: [] }));
  /** What the draft would bring, where it may lie and the answer has come; nothing once something else was answered. */
  readonly preview = $derived.by((): Preview | null => {
    const answered = this.#given().sent ?? this.#view.commit?.join(' ') ?? this.line;
    return this.verdict?.legal && answered === this.line ? this.#previews.of(this.line) : null;
  });

  /** What the answer that is pointed at would bring. */
  readonly aimed = $derived.by((): Preview | null => (this.mayLay ? this.#previews.of(this.#aim) : null));

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
  isAnchor([row, column]: Position): boolean {
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
  onGuided(draft: Draft): Draft | null {
    const cells = this.guided.map((name) => this.grid.read(name)).filter((cell) => cell !== null);
    return onCells(this.pieces, draft, cells);
  }

  /** Asks what the answers would bring, once somebody begins to choose among them or asks for a line of the tally. */
  foresee(): void {
    if (
      this.stage === 'lay' &&
      this.mayLay &&
      (this.draft.at || this.open === 'list' || this.lit !== null || this.#aim)
    )
      void this.#previews.load(`${this.turnKey} ${this.#view.round} ${this.board.laid.length} ${this.board.passes}`);
  }

  /** What the tally line that is lit still lacks, thing by thing. */
  readonly lacks = $derived.by((): readonly Lack[] => {
    const rule = this.lit === null ? undefined : this.lines[this.lit]?.[0];
    return rule === undefined ? [] : this.#previews.lacksOf(rule);
  });

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
      case 'next':
        return this.next();
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

  /** A dialog has closed. Browsers say so a moment later: another one may be open by then. */
  closed(dialog: 'list' | 'rules'): void {
    if (this.open === dialog) this.open = null;
  }

  /** What the server refused, until something is changed. */
  get refused(): string[] {
    const { refused } = this.#given();
    return refused === this.#answered ? [] : refused;
  }

  /** Another draft: what was said about the one before is over. */
  change(draft: Draft): void {
    this.said = [];
    this.asksEnd = false;
    this.explained = null;
    this.#answered = this.#given().refused;
    this.draft = draft;
  }

  step(direction: Direction): void {
    if (this.mayLay) this.change(stepped(this.pieces, this.grid, this.draft, direction));
  }

  turn(by: 1 | -1): void {
    if (!this.mayLay || !this.mayTurn) return;
    if (this.stage === 'stick') return this.choose((this.draft.piece + by + this.pieces.length) % this.pieces.length);
    this.turns = (Math.abs(this.turns) + 1) * by;
    this.change(turned(this.pieces, this.grid, this.draft, by));
  }

  flip(): void {
    if (this.mayLay) this.change(flipped(this.pieces, this.grid, this.draft));
  }

  choose(piece: number): void {
    const { at } = this.draft;
    if (this.mayLay) this.change({ ...inHand(this.pieces, piece), at: this.stage === 'stick' ? at : null });
  }

  place({ shape, at }: Place, piece = this.draft.piece): void {
    if (this.mayLay) this.change({ ...inHand(this.pieces, piece), shape, at });
  }

  /** Drafts an answer that was chosen elsewhere; one that lies on no cell is only told. */
  tryAnswer(answer: Action): void {
    const draft = draftOf(this.pieces, this.grid, answer);
    if (draft && this.mayLay) this.change(draft);
  }

  /** The draft as it was before a list was looked through. */
  restore(draft: Draft): void {
    if (this.mayLay) this.change(draft);
  }

  light(line: number | null): void {
    this.pinned = line === this.pinned || line === null || !this.lines[line] ? null : line;
    this.explained = this.pinned;
  }

  confirm(): void {
    const { line } = this;
    if (this.mayNext) this.next();
    else if (this.mayConfirm && line) this.#send(line);
    else if (this.endsNext) this.end();
    else if (this.mayLay && !this.draft.at) this.change(lifted(this.pieces, this.grid, this.draft));
  }

  /** The table goes on before the time to think again is up. */
  next(): void {
    if (this.mayNext && performance.now() - this.hold!.at >= SECOND_CLICK_MS) this.#given().next?.();
  }

  /** What lies there unconfirmed goes first: an answer that is taken back may be of a round before. */
  undo(): void {
    if (!this.mayUndo) return;
    if (this.mayLay && this.draft.at) this.change({ ...this.draft, at: null });
    else this.#send('undo');
  }

  pass(): void {
    if (this.stage !== 'lay' || !this.mayLay || !this.#given().online) return;
    const denied = this.#view.denied['pass'];
    if (offers(this.#view, 'pass')) this.#send('pass');
    else if (denied) this.said = denied;
  }

  /** A denied answer says why as soon as it is pointed at, another one what it would bring. */
  hint(verb: string, on: boolean): void {
    this.#aim = on ? verb : null;
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
    else if (this.mayLay && this.draft.at) this.change({ ...this.draft, at: null });
  }

  #send(line: string): void {
    this.said = [];
    this.#aim = null;
    this.asked = null;
    this.asksEnd = false;
    this.light(null);
    this.#given().act(line);
  }

  pickUp(): void {
    if (!this.mayLay) return;
    if (this.draft.at) this.turn(1);
    else this.change(lifted(this.pieces, this.grid, this.draft));
  }
}
