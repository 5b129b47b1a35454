/** My City on the table: roofs on a green plain, and the river between them. */
import type { Skin } from '../laying/skin';
import { building } from './drawing/building';
import { land, river, symbols } from './drawing/land';
import { stickerArt } from './drawing/symbols';
import { chapters } from './open_chapters';
import Sign from './Sign.svelte';

export const skin: Skin = {
  land: (scene) => land(scene) + chapters.all(({ below }) => below?.(scene)),
  symbols,
  piece: building,
  sticker: (name) => {
    const art = stickerArt(name);
    return art && `p-${art}`;
  },
  over: (scene) => river(scene, true) + chapters.all(({ above }) => above?.(scene)),
  Sign,
};
