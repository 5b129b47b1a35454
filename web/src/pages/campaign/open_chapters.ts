/** The texts of the chapters that lie open at a table; what everybody may know is there already. */
import { call } from '../../base/api/call';
import type { Table } from '../../base/api/types';
import { has, openChapter } from '../../base/i18n/texts.svelte';
import { gameOf } from '../../games/registry';

interface OpenedChapters {
  game: string;
  open: string[];
}

export async function openChapters({ game, series, match }: Table): Promise<void> {
  const name = gameOf(game);
  if (series?.opened) await all(name, series.opened);
  else if (match && !series && !has(`mode.${match.game}`)) await openMine(name);
}

async function all(game: string, opened: number): Promise<void> {
  const numbers = Array.from({ length: opened }, (_, i) => i + 1);
  await Promise.all(numbers.filter((n) => !has(`chapter.${game}.${n}`)).map((n) => openChapter(game, n)));
}

/** A single episode of a campaign: the server says which chapters I may know for it. */
async function openMine(game: string): Promise<void> {
  const mine = await call<OpenedChapters[]>('GET', '/api/chapters').catch(() => []);
  const open = mine.find((one) => one.game === game)?.open ?? [];
  await Promise.all(open.map((chapter) => openChapter(game, Number(chapter))));
}
