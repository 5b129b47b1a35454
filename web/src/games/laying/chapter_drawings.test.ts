import { expect, it } from 'vitest';
import { ChapterDrawings, type ChapterFile } from './chapter_drawings.svelte';

it('asks again for a chapter that could not be loaded, and no more once it is there', async () => {
  let asked = 0;
  const load = async (): Promise<ChapterFile> => {
    asked += 1;
    if (asked === 1) throw new Error('offline');
    return { drawing: { part: 'harbour' } };
  };
  const chapters = new ChapterDrawings('some', { './chapters/3/index.ts': load });
  const parts = () => chapters.each(({ part }) => (part ? [part] : []));
  await chapters.open(3);
  expect(parts()).toEqual([]);
  await Promise.all([chapters.open(3), chapters.open(3), chapters.open(4)]);
  await chapters.open(3);
  expect([asked, parts()]).toEqual([2, ['harbour']]);
});
