/** The chapters of My City with drawings of their own, as far as they lie open here. */
import { ChapterDrawings, type ChapterFile } from '../laying/chapter_drawings.svelte';

export const chapters = new ChapterDrawings('my_city', import.meta.glob<ChapterFile>('./chapters/*/index.ts'));
