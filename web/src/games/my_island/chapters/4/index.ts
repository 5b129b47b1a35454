/** What only chapter 4 draws: ways through the forest, stones with eyes, the temple, symbols that count twice. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { around } from '../../../laying/grid/scene';
import { closedSites, knownSites } from '../3/sites';
import { doubled } from './doubled';
import { idols, steps, temple, ways } from './forest';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { idol: ['idol', 'idol'], temple: ['temple', 'temple'] },
  stickers: { double: 'double' },
  below: (scene) => around(scene, ways, steps) + idols(scene),
  above: (scene) => temple(scene) + closedSites(scene, 'idol', 'idol'),
  hints: (scene) => knownSites(scene, 'idol'),
  onPiece: doubled,
};
