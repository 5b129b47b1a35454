/** What a seat keeps from episode to episode: stickers and cards by what they are, each with since when and why. */
import type { GivenView } from '../contract';
import { isCell, markOn } from '../shared/gifts';
import type { LegacyView, View } from './view';

/** Something kept: where it lies, the episode that brought it, and the rule that gave it. */
export interface Kept {
  where: string;
  episode: number | null;
  rule: string | null;
}

export interface KeptGroup {
  what: string;
  kept: Kept[];
}

/** Notes that only rules read have a colon in their name and lie on no cell. */
const isShown = (what: string, where: string): boolean => !what.includes(':') || isCell(where) || markOn(what) !== null;

export const episodeOf = (mode: string): number => Number(mode.split('/')[1]);

/** The own board, or the first for somebody who watches. */
export const boardShown = ({ boards, seat }: Pick<View, 'boards' | 'seat'>): View['boards'][number] | undefined =>
  boards[seat ?? 0];

/** Whether a seat has brought anything along, or has something beside its board. */
export function hasKeepsakes(view: View): boolean {
  const brought = boardShown(view)?.brought;
  return Boolean(brought && (brought.stickers.length || Object.keys(brought.counts).length));
}

/** All that lies on the board or on cards, by what it is, in the order in which it first came. */
export function keptGroups({ stickers }: Pick<LegacyView, 'stickers'>, history: readonly GivenView[]): KeptGroup[] {
  const groups = new Map<string, Kept[]>();
  for (const [what, where] of stickers) {
    if (!isShown(what, where)) continue;
    const given = history.find((one) => one[3] === what && one[4] === where);
    const marked = markOn(what);
    const name = marked?.mark ?? what;
    const kept = {
      where: marked?.piece ?? where,
      episode: given ? episodeOf(given[0]) : null,
      rule: given?.[2] ?? null,
    };
    groups.set(name, [...(groups.get(name) ?? []), kept]);
  }
  return [...groups].map(([what, kept]) => ({ what, kept }));
}
