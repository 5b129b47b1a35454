/** What only chapter 3 draws. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { sawmill: ['sawmill', 'sawmill'] },
  stickers: { B: 'blank' },
};
