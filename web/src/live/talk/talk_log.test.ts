import { describe, expect, it } from 'vitest';
import type { Entry } from '../../base/api/types';
import { unreadAfter, showsName, lastSeq, mergeEntries, newReceipt, whenSaid } from './talk_log';

const entry = (seq: number, more: Partial<Entry> = {}): Entry => ({
  seq,
  kind: 'text',
  what: `word ${seq}`,
  at: 1000 + seq,
  name: 'Ola',
  seat: 0,
  me: false,
  id: null,
  ...more,
});

describe('the book of a table', () => {
  it('takes entries in, in their order, and changed ones in their places', () => {
    const book = mergeEntries([entry(1), entry(3)], [entry(2), entry(3, { kind: 'removed', what: '' })]);
    expect(book.map(({ seq, what }) => [seq, what])).toEqual([
      [1, 'word 1'],
      [2, 'word 2'],
      [3, ''],
    ]);
    expect(lastSeq(book)).toBe(3);
    expect(lastSeq([])).toBe(0);
  });

  it('lets the oldest go', () => {
    const book = mergeEntries(
      [],
      Array.from({ length: 250 }, (_, n) => entry(n + 1)),
    );
    expect([book.length, book[0]?.seq]).toEqual([200, 51]);
  });

  it('counts what others said and nobody removed', () => {
    const book = [entry(1), entry(2, { me: true }), entry(3), entry(4, { kind: 'removed' })];
    expect(unreadAfter(book, 0).map(({ seq }) => seq)).toEqual([1, 3]);
    expect(unreadAfter(book, 1).map(({ seq }) => seq)).toEqual([3]);
  });

  it('names a person once in a row', () => {
    expect(showsName(undefined, entry(1))).toBe(true);
    expect(showsName(entry(1), entry(2))).toBe(false);
    expect(showsName(entry(1), entry(2, { name: 'Jan', seat: 1 }))).toBe(true);
    expect(showsName(entry(1), entry(2, { at: 5000 }))).toBe(true);
  });
});

it('tells the day only when it is another one', () => {
  const noon = new Date(2026, 10, 15, 12, 5).getTime() / 1000;
  expect(whenSaid(noon, noon + 60, 'en-GB')).toBe('12:05');
  expect(whenSaid(noon, noon + 2 * 86_400, 'en-GB')).toBe('15 Nov, 12:05');
  expect(whenSaid(noon, noon + 400 * 86_400, 'en-GB')).toBe('15 Nov 2026, 12:05');
});

it('makes receipts that the server takes', () => {
  const made = new Set(Array.from({ length: 100 }, newReceipt));
  expect(made.size).toBe(100);
  for (const one of made) expect(one).toMatch(/^[\w-]{8,32}$/);
});
