/** What only chapter 7 draws: the track below the last row, and the port at the river. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { missing, words } from './links';
import { rails } from './rails';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { port: ['port', 'port'], rail: ['rail', 'rail'], race_link: ['port', 'port'] },
  stickers: { PORT: 'port' },
  above: rails,
  hints: missing,
  plans: words,
};
