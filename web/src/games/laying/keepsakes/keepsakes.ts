/** What a seat keeps from episode to episode: stickers and cards by what they are, each with since when and why. */
import type { GivenView } from '../../contract';
import { isCell, markOn } from '../../shared/gifts';
import type { Geometry } from '../grid/geometry';
import { has, mask } from '../grid/masks';
import type { Skin } from '../skin';
import type { GroundView, LegacyView, View } from '../view';

/** Something kept: where it lies, the episode that brought it, and the rule that gave it. */
export interface Kept {
  where: string;
  episode: number | null;
  rule: string | null;
}

export interface KeptGroup {
  key: string;
  what: string;
  /** The rule that has put all of it, where that makes it look different. */
  putBy: string | null;
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

/** The board on which it lies, and how the game draws it. */
export interface KeptOn {
  ground: GroundView;
  grid: Geometry;
  skin: Pick<Skin, 'artPutBy' | 'layerOf'>;
}

/** All that lies on the board or on cards, by what it is, in the order in which it first came. */
export function keptGroups(
  { stickers }: Pick<LegacyView, 'stickers'>,
  history: readonly GivenView[],
  on: KeptOn,
): KeptGroup[] {
  const groups = new Map<string, KeptGroup>();
  for (const [what, where] of stickers) {
    if (!isShown(what, where) || !isThere(what, where, on)) continue;
    const given = history.find((one) => one[3] === what && one[4] === where);
    const marked = markOn(what);
    const name = marked?.mark ?? what;
    const rule = given?.[2] ?? null;
    const putBy = rule !== null && on.skin.artPutBy?.(rule) ? rule : null;
    const key = putBy === null ? name : `${name} ${putBy}`;
    const group = groups.get(key) ?? { key, what: name, putBy, kept: [] };
    group.kept.push({ where: marked?.piece ?? where, episode: given ? episodeOf(given[0]) : null, rule });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Whether a thing is still on its cell: a well may have been filled in, a tree felled. */
function isThere(what: string, where: string, { ground: { layers }, grid, skin }: KeptOn): boolean {
  const layer = skin.layerOf?.(what);
  const at = grid.read(where);
  if (!layer || !at) return true;
  return has(mask(layers[layer]?.[0] ?? '0'), grid.bit(at));
}
