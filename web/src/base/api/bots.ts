/** The bots that may sit anywhere, asked for once. */
import { call } from './call';
import type { BotOffer } from './types';

let asked: Promise<BotOffer[]> | null = null;

export function botOffers(): Promise<BotOffer[]> {
  asked ??= call<BotOffer[]>('GET', '/api/bots').catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

const PREPARED = new Set<string>();

/** Somebody looks at the bots of a game: the server loads what the strongest needs. Nobody waits for it. */
export function prepareBots(game: string): void {
  if (PREPARED.has(game)) return;
  PREPARED.add(game);
  call('POST', '/api/bots/prepare', { game }).catch(() => PREPARED.delete(game));
}
