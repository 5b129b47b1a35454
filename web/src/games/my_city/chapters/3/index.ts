/** What only chapter 3 draws. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { dike, flood } from './flood';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { sawmill: ['sawmill', 'sawmill'], 'visible.river': ['dike', 'dike'] },
  stickers: { B: 'blank', SAW: 'sawmill' },
  below: dike,
  above: flood,
};
