import { describe, expect, it } from 'vitest';
import type { Table } from '../api/types';
import { replaceable } from './people';

const DAY = 86_400;

/** I sit first and am here; the second is away. */
function table(host: boolean, pace: string, time: number | null): Table {
  const person = (me: boolean) => ({ kind: 'person', name: '', here: me, me, muted: false });
  const seats = [true, false].map((me, seat) => ({ seat, sitter: person(me), stand_in: null, late: false, own: false, left: null }));
  return { host, options: { pace }, time, seats, mine: [0] } as unknown as Table;
}

describe('a bot for somebody away', () => {
  it('is offered to all where people sit together', () => {
    expect(replaceable(table(false, 'together', null))).toEqual([1]);
    expect(replaceable(table(false, 'together', 60))).toEqual([1]);
  });

  it('is offered to the host alone where they need not meet', () => {
    expect(replaceable(table(true, 'own', null))).toEqual([1]);
    expect(replaceable(table(false, 'own', null))).toEqual([]);
  });

  it('is not offered while a deadline runs', () => {
    expect(replaceable(table(true, 'own', DAY))).toEqual([]);
    expect(replaceable(table(true, 'together', DAY))).toEqual([]);
  });
});
