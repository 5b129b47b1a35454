/** What chapter 1 draws: boats on the sand, footprints, groves and boulders. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { around } from '../../../laying/grid/scene';
import { boats, boulders, footprints, groves, sandbank } from './landing';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  stickers: { p: 'grove', boulder: 'boulder' },
  below: (scene) => around(scene, footprints, sandbank) + groves(scene) + boulders(scene),
  above: (scene) => around(scene, boats),
};
