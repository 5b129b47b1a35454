/** Deltas: what has changed since the push before, folded into it. docs/api.md says what they look like. */
import type { Delta, Push } from '../../base/api/types';

type Json = null | boolean | number | string | Json[] | Table;
interface Table {
  [name: string]: Json;
}

/** The push after a delta; null when the delta does not fit it, and the whole is to be asked for. */
export function pushAfter(push: Push | undefined, delta: Delta): Push | null {
  if (push?.number === undefined || push.number + 1 !== delta.number) return null;
  const { number, seq = push.seq, news = [], by_bot = [] } = delta;
  const known = (push.known ?? {}) as Table;
  const start = push as unknown as Json;
  const folded = (delta.changes as Json[]).reduce((value, change) => fold(value, change, known), start);
  return { ...(folded as unknown as Push), number, seq, news, by_bot };
}

/** The value after one change. The value stays as it is, and what has not changed is shared with it. */
export function fold(value: Json, change: Json, known: Table = {}): Json {
  if (!isTable(change)) return change;
  if (change['='] !== undefined) return change['='];
  if (change['^'] !== undefined) return (cells(value) ^ cells(change['^'])).toString(16);
  const { '-': removed = [], '@': name, ...named } = change;
  const base = name === undefined ? value : known[name as string]!;
  const gone = new Set(removed as (string | number)[]);
  if (Array.isArray(base)) {
    const left = base.filter((_, index) => !gone.has(index));
    return foldList(left, named, known);
  }
  const kept = Object.entries(base as Table).filter(([name]) => !gone.has(name));
  return foldTable(Object.fromEntries(kept), named, known);
}

function foldList(list: Json[], named: Table, known: Table): Json[] {
  for (const [index, part] of Object.entries(named))
    list[Number(index)] = fold(list[Number(index)] ?? null, part, known);
  return list;
}

function foldTable(table: Table, named: Table, known: Table): Table {
  for (const [name, part] of Object.entries(named)) {
    const both = isTable(part) ? part['~'] : undefined;
    table[name] = both ? without(table, both as [string, string]) : fold(table[name] ?? null, part, known);
  }
  return table;
}

/** The cells of one set without those of all sets in a table. */
function without(table: Table, [set, taken]: [string, string]): string {
  const parts = Object.values(table[taken] as Table);
  return parts.reduce<bigint>((left, part) => left & ~cells(part), cells(table[set]!)).toString(16);
}

const isTable = (value: Json): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);

const cells = (hex: Json): bigint => BigInt(`0x${hex as string}`);
