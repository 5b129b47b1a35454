/** The drawings of what stands on a cell, by name; what only a chapter has comes with its envelope. */
import type { GivenView } from '../../contract';
import { chapters } from '../open_chapters';

/** One of it on a cell, several of it. */
const SYMBOLS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  tree: ['tree', 'tree2'],
  rock: ['rock', 'rock2'],
  well: ['well', 'well'],
  vein: ['gold', 'gold'],
};

const STICKERS: Readonly<Record<string, string>> = { t: 'tree', T: 'tree2', R: 'rock2', W: 'well', G: 'gold' };

/** What the stickers bring whose things may be taken away again. */
const LAYERS: Readonly<Record<string, string>> = { t: 'tree', T: 'tree', R: 'rock', W: 'well', G: 'vein' };

/** The layer of the ground on which the thing of a sticker lies. */
export const layerOf = (sticker: string): string | undefined => LAYERS[sticker];

export function symbolOf(layer: string, many = true): string | null {
  const drawn = SYMBOLS[layer] ?? chapters.find(({ symbols }) => symbols?.[layer]);
  return drawn?.[many ? 1 : 0] ?? null;
}

/** The drawing of what a rule has put on a cell, where it differs from the ordinary one. */
export function artPutBy(rule: string | undefined): string | undefined {
  return rule === undefined ? undefined : chapters.find(({ putBy }) => putBy?.(rule));
}

/** The rule that has put what lies on a cell, if anybody was given it. */
export function putOn(cell: string, given: readonly GivenView[] = []): string | undefined {
  return given.findLast(([, , , what, where]) => where === cell && !what.includes('-'))?.[2];
}

/** The drawing on a sticker. */
export function stickerArt(name: string, rule?: string): string | null {
  const own = artPutBy(rule);
  if (own) return own;
  return STICKERS[name] ?? chapters.find(({ stickers }) => stickers?.[name]) ?? null;
}
