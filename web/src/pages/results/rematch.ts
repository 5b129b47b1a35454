/** "Another match?": who has answered what, as the table tells it. */
import type { Table } from '../../base/api/types';

export interface Offer {
  yes: string[];
  no: string[];
  /** Who has not answered yet. */
  asked: string[];
  /** What I have answered; null where nobody asks me. */
  mine: 'asked' | 'yes' | 'no' | null;
}

/** The offer that stands at a table; null when nobody has asked or answered. */
export function offerAt({ rematch, mine }: Table, names: readonly string[]): Offer | null {
  if (!rematch) return null;
  const who = (answer: string) => [
    ...new Set(rematch.flatMap((given, seat) => (given === answer ? [names[seat] ?? ''] : []))),
  ];
  const own = mine.map((seat) => rematch[seat] ?? null).find((answer) => answer !== null);
  return { yes: who('yes'), no: who('no'), asked: who('asked'), mine: own ?? null };
}

/** Whether the next match here would be a rematch: others are asked before it starts. */
export const isRematch = ({ match, series }: Table): boolean => Boolean(match?.over) && (!series || series.over);
