/** What only chapter 6 draws: lighthouses and how far their light reaches. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { around } from '../../../laying/grid/scene';
import { beams } from './beams';
import { lighthouses, seaLights } from './lighthouses';
import { plans } from './plans';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { lighthouse: ['lighthouse', 'lighthouse'] },
  land: (scene) => around(scene, seaLights),
  above: lighthouses,
  live: beams,
  plans,
};
