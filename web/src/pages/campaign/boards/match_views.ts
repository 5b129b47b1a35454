/** Finished matches never change: each is asked for once per visit, a few at a time. */
import { call, Failed } from '../../../base/api/call';
import type { Moment } from '../../../base/api/types';
import type { Head } from '../../../base/api/view';
import { inTurn } from './in_turn';

const TOO_MANY = 429;
const RETRY_MS = 1000;
const RETRIES = 5;

const asked = new Map<string, Promise<Head>>();

/** A match as it ended, or as it began. */
export function matchView(id: string, at: 'end' | 'start' = 'end'): Promise<Head> {
  const path = `/api/matches/${id}/view${at === 'start' ? '?step=0' : ''}`;
  const before = asked.get(path);
  if (before) return before;
  const coming = inTurn(() => withRetries(() => call<Moment>('GET', path))).then(({ view }) => view);
  asked.set(path, coming);
  coming.catch(() => asked.delete(path));
  return coming;
}

/** A map shows up to 24 boards: whoever is told that these are too many at once asks again in a moment. */
async function withRetries<T>(ask: () => Promise<T>, retries = RETRIES): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failed) || error.status !== TOO_MANY || retries === 0) throw error;
    await new Promise((go) => setTimeout(go, RETRY_MS));
    return withRetries(ask, retries - 1);
  }
}

/** The next match of a table's series before its first draw. */
export async function nextView(table: string): Promise<Head> {
  const { view } = await call<{ view: Head }>('GET', `/api/tables/${table}/next`);
  return view;
}
