/** What the chapters say and draw that lie open at a table; what everybody may know is there already. */
import { call } from '../../../base/api/call';
import type { Table } from '../../../base/api/types';
import { has, openChapter } from '../../../base/i18n/texts.svelte';
import { gameOf, screensOf } from '../../../games/registry';

interface OpenedChapters {
  game: string;
  open: string[];
}

export async function openChapters({ game, series, match }: Table): Promise<void> {
  const name = gameOf(game);
  if (series?.opened) await openAll(name, upTo(series.opened));
  else if (match && !series && !has(`mode.${match.game}`)) await openAll(name, await mine(name));
}

/** All that I may know of a game's campaign, whatever is played here. */
export const openKnown = async (game: string): Promise<void> => openAll(game, await mine(game));

const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

async function openAll(game: string, chapters: readonly number[]): Promise<void> {
  const screens = await screensOf(game);
  await Promise.all(chapters.flatMap((chapter) => [openTexts(game, chapter), screens.openChapter?.(chapter)]));
}

async function openTexts(game: string, chapter: number): Promise<void> {
  if (!has(`chapter.${game}.${chapter}`)) await openChapter(game, chapter);
}

/** A single episode of a campaign: the server says which chapters I may know for it. */
async function mine(game: string): Promise<number[]> {
  const known = await call<OpenedChapters[]>('GET', '/api/chapters').catch(() => []);
  return known.find((one) => one.game === game)?.open.map(Number) ?? [];
}
