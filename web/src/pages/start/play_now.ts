/** A table with bots, started with one click. */
import { call } from '../../base/api/call';
import type { GameOffer, Table } from '../../base/api/types';
import { DEFAULT_BOT } from '../../seatwords/people';
import { go } from '../../base/router.svelte';
import { tablePath } from '../../base/route';
import { botsFor } from './offers';

export async function playNow(way: GameOffer, bots: number): Promise<void> {
  const sitting = Array.from({ length: botsFor(way, bots) }, () => DEFAULT_BOT);
  const table = await call<Table>('POST', '/api/play', { game: way.game, bots: sitting });
  go(tablePath(table.id));
}
