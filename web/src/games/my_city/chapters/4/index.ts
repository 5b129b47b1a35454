/** What only chapter 4 draws: the gold of everybody's board stands for what it is kept and melted for. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';

export const drawing: ChapterDrawing = { symbols: { cabinet: ['gold', 'gold'], melt: ['gold', 'gold'] } };
