/** What pays for a building, and how much of it. */
import type { Counts, Item, Kind } from '../view';

export type Source = 'city' | 'card' | 'joker';

/** A permanent resource of the city, a resource card, or an ingenuity card in place of a kind. */
export function sourceOf(item: Item): Source {
  if (item.startsWith('permanent-')) return 'city';
  return item.startsWith('ingenuity-') ? 'joker' : 'card';
}

/** The kind it pays for. */
export function kindOf(item: Item): Kind {
  const [one = '', two = ''] = item.split('-');
  return sourceOf(item) === 'card' ? one : two;
}

export const symbolsOf = (item: Item): number => (item.endsWith('-2') ? 2 : 1);

/** How many symbols a payment gives away for nothing: there is no change. */
export function tooMuch(payment: readonly Item[], cost: Counts): number {
  const paid = payment.reduce((sum, item) => sum + symbolsOf(item), 0);
  return paid - Object.values(cost).reduce((sum, n) => sum + n, 0);
}

/** The same item several times in a row as one with its number. */
export function counted(items: readonly Item[]): { item: Item; count: number }[] {
  const out: { item: Item; count: number }[] = [];
  for (const item of items) {
    const last = out.at(-1);
    if (last?.item === item) last.count += 1;
    else out.push({ item, count: 1 });
  }
  return out;
}
