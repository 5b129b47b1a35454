/** The chapters of My Island with drawings of their own, as far as they lie open here. */
import { ChapterDrawings, type ChapterFile } from '../laying/chapter_drawings.svelte';

export const chapters = new ChapterDrawings('my_island', import.meta.glob<ChapterFile>('./chapters/*/index.ts'));
