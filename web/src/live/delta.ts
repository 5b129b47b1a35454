/** Deltas: what has changed since the push before, folded into it. docs/api.md says what they look like. */
import type { Delta, Push } from '../base/api/types';

type Json = null | boolean | number | string | Json[] | Table;
interface Table {
  [name: string]: Json;
}

/** The push after a delta; null when the delta does not fit it, and the whole is to be asked for. */
export function pushAfter(push: Push | undefined, delta: Delta): Push | null {
  if (push?.number === undefined || push.number + 1 !== delta.number) return null;
  const { number, seq = push.seq, news = [], by_bot = [] } = delta;
  const folded = (delta.changes as Json[]).reduce(fold, push as unknown as Json) as unknown as Push;
  return { ...folded, number, seq, news, by_bot };
}

/** The value after one change. The value stays as it is, and what has not changed is shared with it. */
export function fold(value: Json, change: Json): Json {
  if (!isTable(change)) return change;
  if (change['='] !== undefined) return change['='];
  if (change['^'] !== undefined) return (cells(value) ^ cells(change['^'])).toString(16);
  const { '-': removed = [], ...named } = change;
  const gone = new Set(removed as (string | number)[]);
  if (Array.isArray(value)) {
    const left = value.filter((_, index) => !gone.has(index));
    return foldList(left, named);
  }
  const kept = Object.entries(value as Table).filter(([name]) => !gone.has(name));
  const table: Table = Object.fromEntries(kept);
  for (const [name, part] of Object.entries(named)) table[name] = fold(table[name] ?? null, part);
  return table;
}

function foldList(list: Json[], named: Table): Json[] {
  for (const [index, part] of Object.entries(named)) list[Number(index)] = fold(list[Number(index)] ?? null, part);
  return list;
}

const isTable = (value: Json): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);

const cells = (hex: Json): bigint => BigInt(`0x${hex as string}`);
