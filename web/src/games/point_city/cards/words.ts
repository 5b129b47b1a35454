/** Cards, prices and payments in words. */
import type { Say } from '../../../base/i18n/say';
import type { Note } from '../../shared/status_note';
import { counted } from './items';
import { total } from './pairs';
import { KINDS, type Cell, type Counts, type Faces, type Item, type PairView, type View } from '../view';

/** "Energy", "2 × Energy", or the name of the building. */
export function nameOf(face: Pick<Faces, 'building' | 'resource' | 'symbols'>, say: Say): string {
  if (face.building) return say(`building.${face.building}`);
  return some(say(`resource.${face.resource}`), face.symbols ?? 1);
}

const some = (name: string, n: number): string => (n > 1 ? `${n} × ${name}` : name);

export const countsIn = (counts: Counts, say: Say): string =>
  KINDS.flatMap((kind) => (counts[kind] ? [some(say(`resource.${kind}`), counts[kind])] : [])).join(', ');

export const itemsIn = (items: readonly Item[], say: Say): string =>
  counted(items)
    .map(({ item, count }) => some(say(`item.${item}`), count))
    .join(', ');

/** The card at a cell, as a screen reader says it. */
export function spoken(view: View, cell: Cell, say: Say): string {
  const place = view.market.find((other) => other.cell === cell);
  if (!place) return cell;
  const then = place.then ? say(`web.pc.then.${place.then}`) : '';
  if (!place.side) return [say('web.pc.gap', { cell }), then].filter(Boolean).join(' ');
  const name = nameOf({ ...place }, say);
  const building = place.building ? view.buildings[place.building] : undefined;
  if (!building) return [say('web.pc.card.resource', { cell, name }), then].join(' ');
  const brings = [
    ...(building.points ? [say('web.pc.points', building.points)] : []),
    ...(building.permanent ? [say(`item.permanent-${building.permanent}`)] : []),
    ...(building.civic ? [say('web.pc.token')] : []),
  ].join(', ');
  return [say('web.pc.card.building', { cell, name, cost: countsIn(building.cost, say), brings }), then].join(' ');
}

/** What a pair costs, or what is lacking. */
export function priceIn(pair: PairView, say: Say): string {
  if (pair.pays)
    return pair.pays.length ? say('web.pc.pays', { items: itemsIn(pair.pays.flat(), say) }) : say('web.pc.free');
  return say('web.pc.lacks', { kinds: countsIn(pair.lacks ?? {}, say) });
}

/** What a pair brings, in sentences: points by their lines, then the best token. */
export function bringsIn({ changes = [], row, tokens }: PairView, say: Say): string[] {
  const lines = changes.map(([rule, points]) => say('web.pc.brings', points, { line: say(`tally.${rule}`) }));
  return [...lines, ...(tokens && row?.length ? [say('web.pc.brings.token', Math.max(...row))] : [])];
}

/** What a building of the market lacks by itself. */
export const ownLackIn = (counts: Counts, say: Say): string => say('web.pc.lacks', { kinds: countsIn(counts, say) });

/** Why a pair cannot be taken: what is lacking, and that ingenuity does not cover it. */
export function lackIn(pair: PairView, say: Say): Note {
  const jokers = pair.jokers ?? 0;
  const short = total(pair.lacks ?? {}) - jokers;
  const lines = [priceIn(pair, say), ...(jokers && short > 0 ? [say('web.pc.lacks.jokers', jokers)] : [])];
  return { tone: 'bad', lines: [lines.join(' ')] };
}
