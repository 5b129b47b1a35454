/** What only chapter 5 draws: chimneys on roofs, the guest of the inn, ground that turned black. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { chimney, investor, planned, words } from './factories';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { investor: ['investor', 'investor'], factory: ['cog', 'cog'], cog: ['cog', 'cog'], soot: ['soot', 'soot'] },
  stickers: { cog: 'cog', F: 'grove' },
  putBy: (rule) => (rule === 'soot' ? 'soot' : undefined),
  onPiece: chimney,
  above: investor,
  hints: planned,
  plans: words,
};
