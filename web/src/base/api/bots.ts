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
