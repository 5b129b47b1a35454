/** The dice: the last roll, the row that the compass brings, what a roll gives, the odds. */
import { plainCard } from '../laying/log_lines';
import type { Say } from '../../base/i18n/say';
import { shapeOf } from './shapes';
import type { Rows, View } from './view';

export interface Roll {
  first: Rows;
  second: Rows;
  compass: boolean;
  kind: string;
  /** Faces the two dice show while they roll. */
  others: readonly [readonly Rows[], readonly Rows[]];
}

const BLANK = 'blank';

/** What the dice show, or null before the first roll. */
export function rollOf(view: View): Roll | null {
  const [first = '', second = '', kind = ''] = view.draw.map(String);
  const [one, two] = view.source.faces;
  const [left, right] = [one[first], two[second]];
  if (!left || !right) return null;
  return {
    first: left,
    second: right,
    compass: isCompass(right, second),
    kind,
    others: [besides(one, first), besides(two, second)],
  };
}

function isCompass(rows: Rows, name: string): boolean {
  return !hasCells(rows) && name !== BLANK;
}

function hasCells(rows: Rows): boolean {
  return rows.some((row) => row.includes('#'));
}

function besides(faces: Readonly<Record<string, Rows>>, shown: string): Rows[] {
  return Object.entries(faces)
    .filter(([name, rows]) => name !== shown && hasCells(rows))
    .map(([, rows]) => rows);
}

/** A roll of a record (`C H filled`) or a card in words. */
export function cardName(card: string, view: View, say: Say): string {
  const [first = '', second = '', kind] = card.split(' ');
  if (kind === undefined) return plainCard(card, say);
  const [one, two] = [view.source.faces[0][first] ?? [], view.source.faces[1][second] ?? []];
  if (view.deck.length && isCompass(two, second)) return say('web.rb.compass');
  return plainCard(`${kind}-${joined(one, two, view)}`, say);
}

/** The name of the shape that two faces give side by side. */
function joined(one: Rows, two: Rows, view: View): string {
  const rows = one.map((row, y) => row + (two[y] ?? ''));
  const cells = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '#' ? [[y, x] as const] : [])));
  return Object.keys(view.shapes).find((name) => signature(shapeOf(view, name)) === signature(cells)) ?? '';
}

/** Distances between all cells: the same for a shape however it is turned or mirrored. */
function signature(cells: readonly (readonly [number, number])[]): string {
  return cells
    .flatMap(([a, b], i) => cells.slice(i + 1).map(([c, d]) => (a - c) ** 2 + (b - d) ** 2))
    .sort((a, b) => a - b)
    .join();
}

/** Whether the piece in hand came from the row instead of the dice. */
export function fromRow(view: Pick<View, 'deck' | 'left' | 'card'>): boolean {
  const last = view.deck[view.deck.length - view.left.length - 1];
  return last !== undefined && last === view.card;
}

export interface Coming {
  card: string;
  state: 'gone' | 'now' | 'next';
}

/** The row that the compass brings: what is gone, in hand now, still to come. */
export function coming(view: Pick<View, 'deck' | 'left' | 'card' | 'phase'>): Coming[] {
  const used = view.deck.length - view.left.length;
  const now = fromRow(view) && view.phase === 'rounds';
  return view.deck.map((card, i) => ({ card, state: i >= used ? 'next' : now && i === used - 1 ? 'now' : 'gone' }));
}

export interface Odd {
  shape: string;
  /** Empty where the third die says it. */
  kind: string;
  rolls: number;
}

/** What the next roll may bring, the likeliest first; and of how many rolls. */
export function oddsOf(view: View): { odds: Odd[]; all: number } {
  const odds = view.source.odds.map(([card, rolls]): Odd => {
    const [kind = '', shape] = card.split('-');
    return shape === undefined ? { shape: card, kind: '', rolls } : { shape, kind, rolls };
  });
  return { odds: odds.sort((a, b) => b.rolls - a.rolls), all: odds.reduce((sum, odd) => sum + odd.rolls, 0) };
}
