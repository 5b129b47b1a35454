/** A table with bots, started with one click. */
import { call } from '../../base/api/call';
import type { GameOffer, Table } from '../../base/api/types';
import { botOffers } from '../../base/api/bots';
import { newcomers } from '../../seat_texts/bots';
import { go } from '../../base/router.svelte';
import { tablePath } from '../../base/route';
import { botsFor } from './offers';

/** The guided first match of a mode. */
export async function playGuided(mode: string): Promise<void> {
  const table = await call<Table>('POST', `/api/guides/${mode}`);
  go(tablePath(table.id));
}

export async function playNow(offer: GameOffer, bots: number): Promise<void> {
  const sitting = newcomers(await botOffers(), offer.game, botsFor(offer, bots), []);
  const table = await call<Table>('POST', '/api/play', { game: offer.game, bots: sitting });
  go(tablePath(table.id));
}
