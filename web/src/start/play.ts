/** A table with bots, started with one click. */
import { call } from '../api/call';
import type { GameOffer, Table } from '../api/types';
import { USUAL } from '../table/people';
import { go } from '../way/here.svelte';
import { tablePath } from '../way/route';
import { botsFor } from './offers';

export async function playNow(way: GameOffer, bots: number): Promise<void> {
  const sitting = Array.from({ length: botsFor(way, bots) }, () => USUAL);
  const table = await call<Table>('POST', '/api/play', { game: way.game, bots: sitting });
  go(tablePath(table.id));
}
