/** The drawings of what stands on a cell, by name; what only a chapter has comes with its envelope. */
import { chapters } from '../open_chapters';

/** One of it on a cell, several of it. */
const SYMBOLS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  tree: ['tree', 'tree2'],
  rock: ['rock', 'rock2'],
  well: ['well', 'well'],
  vein: ['gold', 'gold'],
};

const STICKERS: Readonly<Record<string, string>> = { t: 'tree', T: 'tree2', R: 'rock2', W: 'well', G: 'gold' };

export function symbolOf(layer: string, many = true): string | null {
  const drawn = SYMBOLS[layer] ?? chapters.find(({ symbols }) => symbols?.[layer]);
  return drawn?.[many ? 1 : 0] ?? null;
}

/** The drawing on a sticker. */
export function stickerArt(name: string): string | null {
  return STICKERS[name] ?? chapters.find(({ stickers }) => stickers?.[name]) ?? null;
}
