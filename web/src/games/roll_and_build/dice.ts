/** The dice: the last roll, the row that the compass brings, what a roll gives, the odds. */
import { plainCard } from '../laying/log_lines';
import type { Say } from '../../base/i18n/say';
import type { Rows, View } from './view';

export interface Roll {
  first: Rows;
  second: Rows;
  compass: boolean;
  kind: string;
  /** Faces the two dice show while they roll. */
  others: readonly [readonly Rows[], readonly Rows[]];
}

/** What the dice show, or null before the first roll. */
export function rollOf(view: View): Roll | null {
  const [first = '', second = '', kind = ''] = view.draw.map(String);
  const [one, two] = view.source.faces;
  const [left, right] = [one[first], two[second]];
  if (!left || !right) return null;
  return {
    first: left,
    second: right,
    compass: second === view.source.special,
    kind,
    others: [besides(one, first), besides(two, second)],
  };
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
  if (view.deck.length && second === view.source.special) return say('web.rb.compass');
  return plainCard(`${kind}-${view.source.shapes[first]?.[second] ?? ''}`, say);
}

/** The church or fortress of the row that the compass of the last of these rolls brought. */
export function broughtByCompass(
  rolls: readonly string[],
  view: Pick<View, 'deck' | 'source'>,
  say: Say,
): string | null {
  const isCompass = (roll: string): boolean => roll.split(' ')[1] === view.source.special;
  const card = isCompass(rolls.at(-1) ?? '') ? view.deck[rolls.filter(isCompass).length - 1] : undefined;
  return card ? say(`kind.${card.split('-')[0]}`) : null;
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
