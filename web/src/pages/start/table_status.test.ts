import { describe, expect, it } from 'vitest';
import type { Seat, Series, Table } from '../../base/api/types';
import { goingOn } from './table_status';

const say = (id: string, ...fills: unknown[]) => [id, ...fills.map((fill) => JSON.stringify(fill))].join(' ');
const names = ['Hania', 'Ola', 'Tom'];
const seats = (...left: (number | null)[]): Seat[] =>
  names.map(
    (name, seat) =>
      ({ seat, sitter: { kind: 'person', name, me: seat === 0 }, stand_in: null, left: left[seat] ?? null }) as Seat,
  );
const running = { over: false, your_turn: false, to_act: [1, 2], unreadable: null };
const table = (what: object): Table => ({ seats: seats(), mine: [0], match: running, series: null, ...what }) as Table;
const series = (over: boolean) => ({ played: 1, matches: 3, over }) as Series;
const told = (what: object) => goingOn(table(what), say);

describe('what goes on at a table of mine', () => {
  it('is for whom it waits, and how long', () => {
    expect(told({})).toEqual(['web.play.waiting Ola, Tom']);
    expect(told({ match: { ...running, to_act: [2] }, seats: seats(null, null, 7200) })).toEqual([
      'web.play.waiting Tom',
      'time.left.hours 2',
    ]);
  });

  it('names nobody at own pace; how long the match has everybody knows', () => {
    const own = { ...running, to_act: null };
    expect(told({ match: own, series: series(false) })).toEqual(['series.played 1 3', 'web.tables.waits']);
    expect(told({ match: own, seats: seats(null, 86_400) })).toEqual(['web.tables.waits', 'time.left.hours 24']);
  });

  it('is how long I have', () => {
    const mine = { ...running, your_turn: true, to_act: [0, 1] };
    expect(told({ match: mine, seats: seats(7200, 3600) })).toEqual(['time.left.hours 2']);
    expect(told({ match: mine })).toEqual([]);
  });

  it('is that somebody asks for a rematch', () => {
    expect(told({ match: { ...running, over: true }, rematch: ['asked', 'yes', null] })).toEqual([
      'web.tables.rematch',
    ]);
  });

  it('is that nothing does', () => {
    expect(told({ asleep: true })).toEqual(['web.tables.asleep']);
    expect(told({ closed: true })).toEqual(['operator.closed']);
    expect(told({ match: null, seats: [{ ...seats()[0], sitter: null }] })).toEqual(['web.tables.gathering 1']);
    expect(told({ match: { ...running, over: true } })).toEqual(['web.tables.over']);
    expect(told({ match: { ...running, over: true }, rematch: ['yes', 'asked', null] })).toEqual(['web.tables.over']);
    expect(told({ match: { ...running, over: true }, series: series(false) })).toEqual(['series.played 1 3']);
  });
});
