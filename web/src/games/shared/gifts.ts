/** What the places of an episode bring for good, row by row. */
import type { Head } from '../../base/api/view';
import type { Say } from '../../base/i18n/say';

/** The row of the award, what it may be, and how many or which shape. */
type GiftView = [row: string, what: string[], value: number | string];

/** Each row in words: whom it is for, and what it has. */
export function giftRows(view: object, say: Say): { row: string; whom: string; what: string }[] {
  const { gifts = [] } = view as { gifts?: GiftView[] };
  const rows = [...new Set(gifts.map(([row]) => row))];
  return rows.map((row) => ({
    row,
    whom: say(`kept.${row}`),
    what: gifts
      .filter(([one]) => one === row)
      .map((gift) => giftWords(gift, say))
      .filter(Boolean)
      .join(', '),
  }));
}

/** One gift of a row in words, by its number in it; null where the row does not have it. */
export function giftOf(view: Head, row: string, number: number, say: Say): string | null {
  const { gifts = [] } = view as { gifts?: GiftView[] };
  const gift = gifts.filter(([one]) => one === row)[number];
  return gift ? giftWords(gift, say) || null : null;
}

function giftWords([, what, value]: GiftView, say: Say): string {
  if (typeof value === 'number') return what.map((name) => countWords(name, value, say)).join(' / ');
  return value === ''
    ? what.map((name) => say(`sticker.${name}`)).join(' / ')
    : what.map((card) => cardWords(card, value, say)).join(' / ');
}

/** The name of a cell: `F5` on squares, `5,3` on hexes. A card is no cell, nor is a number. */
export const isCell = (where: string): boolean => /^([A-Z]\d+|-?\d+,-?\d+)$/.test(where);

/** What is marked on a piece for good, `double:t7`: the mark and the piece. */
export function markOn(what: string): { mark: string; piece: string } | null {
  const [mark = '', piece] = what.split(':');
  return piece && /^[a-z]\d+$/.test(piece) ? { mark, piece } : null;
}

export const countWords = (what: string, n: number, say: Say): string =>
  say('web.kept.count', n, { what: say(`series.count.${what}`) });

/** A card whose shape everybody has for themselves. */
export const cardWords = (card: string, shape: string, say: Say): string =>
  `${say(`card.${card}`)}: ${say(`shape.${shape}`)}`;

/** Why something was given: the place that brought it, the rule, or only that a rule did. */
export function reasonOf(rule: string, say: Say): string {
  const ids = [`kept.${rule}`, `tally.${rule}`];
  return say(ids.find((id) => say(id) !== id) ?? 'web.kept.rule');
}
