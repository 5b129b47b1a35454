/** What can be taken together, in which order, at which price: read off the view's pairs. */
import { sourceOf } from './items';
import type { Cell, PairView, View } from '../view';

export const isPaid = (pair: PairView): boolean => pair.pays !== undefined;

/** The pair in exactly this order. */
export function pairOf(view: View, [one, two]: readonly [Cell, Cell]): PairView | undefined {
  return view.pairs.find(({ take }) => take[0] === one && take[1] === two);
}

/** Both orders of two cards, as far as there are two: of two resources there is one. */
export function orders(view: View, one: Cell, two: Cell): PairView[] {
  return [pairOf(view, [one, two]), pairOf(view, [two, one])].filter((pair) => pair !== undefined);
}

/** The order to propose: one that can be paid, brings most and costs least; else the one that lacks least. */
export function bestOf(view: View, one: Cell, two: Cell): PairView | undefined {
  return orders(view, one, two).reduce<PairView | undefined>(
    (best, pair) => (best && !isBetter(pair, best) ? best : pair),
    undefined,
  );
}

function isBetter(pair: PairView, than: PairView): boolean {
  const mine = priceOf(pair);
  const theirs = priceOf(than);
  const at = mine.findIndex((n, i) => n !== theirs[i]);
  return at >= 0 && (mine[at] ?? 0) < (theirs[at] ?? 0);
}

/** What makes an order dear, the weightiest first. */
function priceOf({ pays, gain = 0, lacks }: PairView): number[] {
  const items = pays?.flat() ?? [];
  const jokers = items.filter((item) => sourceOf(item) === 'joker').length;
  const cards = items.filter((item) => sourceOf(item) !== 'city').length;
  return [pays ? 0 : 1, -gain, jokers, cards, total(lacks ?? {})];
}

export const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);

export interface Partner {
  cell: Cell;
  pair: PairView;
}

/** The cards that lie beside this one, each with the order to propose. */
export function partners(view: View, cell: Cell): Partner[] {
  const beside = new Set(
    view.pairs.filter(({ take }) => take.includes(cell)).map(({ take }) => (take[0] === cell ? take[1] : take[0])),
  );
  return [...beside].flatMap((other) => {
    const pair = bestOf(view, cell, other);
    return pair ? [{ cell: other, pair }] : [];
  });
}

/** The cards that could be part of some pair the seat can pay for. */
export function reachable(view: View): Set<Cell> {
  return new Set(view.pairs.filter(isPaid).flatMap(({ take }) => take));
}
