/** My City on the table: roofs on a green plain, and the river between them. */
import type { Skin } from '../laying/skin';
import { building } from './drawing/building';
import { land, river, symbols } from './drawing/land';
import { stickerArt } from './drawing/symbols';
import Sign from './Sign.svelte';

export const skin: Skin = {
  land,
  symbols,
  piece: building,
  sticker: stickerArt,
  over: (scene) => river(scene, true),
  Sign,
};
