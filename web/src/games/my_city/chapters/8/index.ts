/** What only chapter 8 draws: the palace, parks between roofs, garden houses. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { ownRoof, parks } from './gardens';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: {
    palace: ['palace', 'palace'],
    park: ['park', 'park'],
    'visible.tree.park': ['park', 'park'],
    annex: ['garden', 'garden'],
  },
  stickers: { PAL: 'palace' },
  onPiece: ownRoof,
  above: parks,
};
