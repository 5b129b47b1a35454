/** Finished matches never change: each is asked for once per visit. */
import { call } from '../../base/api/call';
import type { Moment } from '../../base/api/types';
import type { Head } from '../../base/api/view';

const asked = new Map<string, Promise<Head>>();

/** A match as it ended, or as it began. */
export function matchView(id: string, at: 'end' | 'start' = 'end'): Promise<Head> {
  const path = `/api/matches/${id}/view${at === 'start' ? '?step=0' : ''}`;
  const before = asked.get(path);
  if (before) return before;
  const coming = call<Moment>('GET', path).then(({ view }) => view);
  asked.set(path, coming);
  coming.catch(() => asked.delete(path));
  return coming;
}

/** The next match of a table's series before its first draw. */
export async function nextView(table: string): Promise<Head> {
  const { view } = await call<{ view: Head }>('GET', `/api/tables/${table}/next`);
  return view;
}
