import { afterEach, expect, it, vi } from 'vitest';
import type { Table } from '../base/api/types';
import { draftKey, removeOldDrafts } from './drafts';

const table = (match: { id: string; over: boolean } | null) => ({ id: 't', match }) as Pick<Table, 'id' | 'match'>;
const stored = (...names: string[]) => Object.fromEntries(names.map((name) => [`tilefolk.${name}`, '1']));

/** The names that are left after the drafts of a table were sorted out. */
function left(names: string[], match: { id: string; over: boolean } | null): string[] {
  const kept: Record<string, string> = { ...stored(...names), 'draft.t.old.0': 'not ours' };
  const storage = Object.create({ removeItem: (name: string) => Reflect.deleteProperty(storage, name) }) as typeof kept;
  vi.stubGlobal('localStorage', Object.assign(storage, kept));
  removeOldDrafts(table(match));
  return Object.keys(storage);
}

afterEach(() => vi.unstubAllGlobals());

it('removes the drafts of matches that are over, and no others', () => {
  const all = [
    draftKey('t', 'old', 0),
    draftKey('t', 'm', 0),
    draftKey('t', 'm', 1),
    draftKey('other', 'old', 0),
    'settings',
  ];
  expect(left(all, { id: 'm', over: false })).toEqual([...Object.keys(stored(...all.slice(1))), 'draft.t.old.0']);
  expect(left(all, { id: 'm', over: true })).toEqual([...Object.keys(stored(...all.slice(3))), 'draft.t.old.0']);
  expect(left(all, null)).toEqual([...Object.keys(stored(...all.slice(3))), 'draft.t.old.0']);
});
