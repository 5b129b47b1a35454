/** What somebody does at the market between two pushes: points, chooses, plans a payment. */
import type { Plan } from '../contract';
import type { Step } from './keys';
import { bestOf, isPaid, orders, pairOf, partners, reachable, type Partner } from './cards/pairs';
import { boardOf, offers, type Cell, type CellView, type Changes, type Item, type PairView, type View } from './view';

export interface Given {
  view: View;
  seat: number | null;
  mayUndo: boolean;
  sent: string | null;
  refused: string[];
  online: boolean;
  act: (line: string) => void;
}

/** What the next click on a card means, or that the deck is chosen instead. */
export type Mode = 'take' | 'flip' | 'draw';
export type Stage = 'turn' | 'pay' | 'token' | 'wait' | 'over';

const SIDE = 4;
const NO_FLIP = 'web.pc.flip.none';

/** A chosen card: gone as soon as another one lies there. */
interface Mark {
  cell: Cell;
  face: string;
}

export class Desk {
  readonly #given: () => Given;

  mode = $state<Mode>('take');
  /** The card under the mouse or with the focus. */
  pointed = $state<Cell | null>(null);
  /** Where the arrow keys are. */
  cursor = $state<Cell>('a1');
  /** Why the last click did nothing: message ids. */
  said = $state.raw<string[]>([]);
  /** Cards that a guide speaks of. */
  guided = $state.raw<readonly Cell[]>([]);
  #marks = $state.raw<readonly Mark[]>([]);
  /** The round in which the chosen pair was taken: taken back, it is chosen again, later it is history. */
  #taken = $state<number | null>(null);
  /** The round whose payments are made by default. */
  #quick = $state<number | null>(null);
  #answered = $state.raw<string[] | null>(null);

  readonly stage = $derived.by((): Stage => {
    const { view, seat } = this.#given();
    if (view.phase === 'over') return 'over';
    if (seat === null || !view.to_act.includes(seat)) return 'wait';
    return view.task?.do ?? 'turn';
  });
  readonly board = $derived.by(() => boardOf(this.#given().view, this.#given().seat));
  readonly chosen = $derived.by(() => {
    const past = this.#taken !== null && this.#taken !== this.#view.round;
    return past ? [] : this.#marks.filter(({ cell, face }) => this.#face(cell) === face).map(({ cell }) => cell);
  });
  readonly pair = $derived.by((): PairView | undefined => {
    const [one, two] = this.chosen;
    return one !== undefined && two !== undefined ? pairOf(this.#view, [one, two]) : undefined;
  });
  /** What is about to be taken: two cards, or those of the deck. */
  readonly plan = $derived.by((): Plan | null =>
    this.chosen.length > 1 || this.mode === 'draw' ? { cells: this.chosen, legal: this.mayConfirm } : null,
  );
  /** What the chosen pair, or the top card of the deck, changes in one's own tally. */
  readonly changes = $derived.by((): Changes =>
    this.mode === 'draw' ? this.#view.deck.changes : (this.pair?.changes ?? []),
  );
  /** The same two cards in the other order. */
  readonly swapped = $derived.by((): PairView | undefined => {
    const [one, two] = this.chosen;
    return one !== undefined && two !== undefined ? pairOf(this.#view, [two, one]) : undefined;
  });
  /** The card whose partners are shown. */
  readonly anchor = $derived.by((): Cell | null => {
    if (this.mode !== 'take' || this.chosen.length > 1) return null;
    return this.chosen[0] ?? this.pointed;
  });
  readonly partners = $derived.by((): Partner[] => (this.anchor === null ? [] : partners(this.#view, this.anchor)));
  readonly reachable = $derived.by(() => reachable(this.#view));
  readonly mayAct = $derived.by(
    () => this.#given().sent === null && this.#given().online && this.stage !== 'wait' && this.stage !== 'over',
  );
  readonly mayTurn = $derived(this.mayAct && this.stage === 'turn');
  readonly mayDraw = $derived.by(() => offers(this.#view, 'draw'));
  readonly flips = $derived.by(
    () => new Set(this.#view.answers.flatMap(([verb, cell]) => (verb === 'flip' ? [String(cell)] : []))),
  );
  readonly mayConfirm = $derived.by(
    () =>
      this.mayTurn &&
      (this.mode === 'draw' ? this.mayDraw : this.pair !== undefined && offers(this.#view, 'take', ...this.pair.take)),
  );
  /** Whether there is something to take back, and no line under way that it would overtake. */
  readonly mayUndo = $derived.by(() => {
    const { mayUndo, sent, online } = this.#given();
    return mayUndo && sent === null && online;
  });
  /** Whether somebody has to say how to pay: not after a take with one click, unless something went wrong. */
  readonly asksPay = $derived.by(
    () => this.stage === 'pay' && (this.#quick !== this.#view.round || this.refused.length > 0),
  );
  /** Whether somebody has to answer before anything else: how to pay, or which token. */
  readonly asks = $derived(this.asksPay || this.stage === 'token');
  /** The line that follows of itself: the default payment of what was taken with one click. */
  readonly follows = $derived.by((): string | null => {
    const { task } = this.#view;
    const payment = task?.do === 'pay' ? task.payments[0] : undefined;
    return payment && this.mayAct && this.stage === 'pay' && !this.asksPay ? line('pay', payment) : null;
  });

  constructor(given: () => Given) {
    this.#given = given;
  }

  get #view(): View {
    return this.#given().view;
  }

  place(cell: Cell): CellView | undefined {
    return this.#view.market.find((other) => other.cell === cell);
  }

  #face(cell: Cell): string {
    const place = this.place(cell);
    return place?.side ? `${place.side} ${place.building ?? place.resource}` : '';
  }

  /** What the server refused, until something else is tried. */
  get refused(): string[] {
    const { refused } = this.#given();
    return refused === this.#answered ? [] : refused;
  }

  /** A click or Enter on a card. */
  press(cell: Cell): void {
    this.#forget();
    this.cursor = cell;
    if (!this.#face(cell)) return;
    if (this.mode === 'flip') this.#flip(cell);
    else this.#choose(cell);
  }

  #choose(cell: Cell): void {
    this.mode = 'take';
    const [one, two] = this.chosen;
    if (this.chosen.includes(cell)) this.#mark(this.chosen.filter((other) => other !== cell));
    else if (one === undefined || two !== undefined) this.#mark([cell]);
    else if (orders(this.#view, one, cell).length) this.#mark(bestOf(this.#view, one, cell)?.take ?? []);
    else {
      this.said = ['why.not_side_by_side'];
      this.#mark([cell]);
    }
  }

  #mark(cells: readonly Cell[]): void {
    this.#taken = null;
    this.#marks = cells.map((cell) => ({ cell, face: this.#face(cell) }));
  }

  #flip(cell: Cell): void {
    const forbidden = this.place(cell)?.no_flip ?? [];
    if (forbidden.length) this.said = forbidden.map((rule) => `why.${rule}`);
    else if (this.mayTurn) {
      this.mode = 'take';
      this.#send(`flip ${cell}`);
    }
  }

  /** Marks what an answer that was chosen elsewhere takes; it is still to be confirmed. */
  tryAnswer([verb, ...words]: readonly (string | number)[]): void {
    if (!this.mayTurn) return;
    this.clear();
    this.mode = verb === 'draw' || verb === 'flip' ? verb : 'take';
    this.#mark(verb === 'take' ? words.map(String) : []);
    if (verb === 'flip') this.cursor = String(words[0]);
  }

  /** Both cards at once, from a list. */
  choosePair(pair: PairView): void {
    this.#forget();
    this.mode = 'take';
    this.#mark(pair.take);
  }

  swap(): void {
    this.#forget();
    if (this.swapped) this.#mark(this.swapped.take);
    else if (this.pair) this.said = ['why.reading_order'];
  }

  /** Into the mode or out of it again. */
  turnTo(mode: Mode): void {
    this.#forget();
    this.#mark([]);
    const none = mode === 'flip' && !this.flips.size;
    if (none) this.said = [NO_FLIP];
    this.mode = none || this.mode === mode ? 'take' : mode;
  }

  /** Flip pointed at by mouse or focus, or no longer: where nothing can be flipped it says so. */
  pointAtFlip(on: boolean): void {
    if (this.mayTurn && !this.flips.size) this.said = on ? [NO_FLIP] : [];
  }

  clear(): void {
    this.#forget();
    if (this.mode !== 'take') this.mode = 'take';
    else this.#mark([]);
  }

  /** Takes the pair or draws; `quick` pays by default, else the payment is chosen afterwards. */
  confirm(quick = true): void {
    if (!this.mayConfirm) return;
    this.#quick = quick ? this.#view.round : null;
    this.#taken = this.#view.round;
    this.#send(this.mode === 'draw' ? 'draw' : line('take', this.pair?.take ?? []));
    this.mode = 'take';
  }

  pay(payment: readonly Item[]): void {
    if (this.mayAct && this.stage === 'pay') this.#send(line('pay', payment));
  }

  token(id: string): void {
    if (this.mayAct && this.stage === 'token') this.#send(`token ${id}`);
  }

  undo(): void {
    if (!this.mayUndo) return;
    this.#quick = null;
    this.#send('undo');
  }

  /** Sends the payment that follows of itself. */
  follow(): void {
    if (this.follows) this.#send(this.follows);
  }

  /** One step in the market, round the edges. */
  step([down, right]: Step): Cell {
    const column = (this.cursor.charCodeAt(0) - 97 + right + SIDE) % SIDE;
    const row = (Number(this.cursor[1]) - 1 + down + SIDE) % SIDE;
    this.cursor = `${String.fromCharCode(97 + column)}${row + 1}`;
    return this.cursor;
  }

  /** Why the chosen pair cannot be taken, or null. */
  get lacks(): PairView | null {
    return this.mode === 'take' && this.pair && !isPaid(this.pair) ? this.pair : null;
  }

  #forget(): void {
    this.said = [];
    this.#answered = this.#given().refused;
  }

  #send(text: string): void {
    this.#forget();
    this.#given().act(text);
  }
}

const line = (verb: string, words: readonly string[]): string => [verb, ...words].join(' ');
