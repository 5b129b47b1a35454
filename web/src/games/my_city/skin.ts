/** My City on the table: roofs on a green plain, and the river between them. */
import type { Skin } from '../laying/skin';
import { building } from './drawing/building';
import { dike, flood } from './drawing/flood';
import { land, river, stickerArt, symbols } from './drawing/land';
import Sign from './Sign.svelte';

export const skin: Skin = {
  land: (scene) => {
    const wall = dike(scene);
    return land(scene) + (wall && wall + river(scene, false));
  },
  symbols,
  piece: building,
  sticker: stickerArt,
  over: (scene) => river(scene, true) + flood(scene),
  Sign,
};
