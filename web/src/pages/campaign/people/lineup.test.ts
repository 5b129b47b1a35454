import { describe, expect, it } from 'vitest';
import type { Seat, Series, Table } from '../../../base/api/types';
import {
  campaignSeats,
  cityOrOwner,
  firstPlayed,
  lastPlayed,
  mineIn,
  namesIn,
  numbersOf,
  seatInMatch,
  whoPlayed,
} from './lineup';
import { numberOf } from '../../../seat_texts/people';

const say = (id: string): string => id;
const seat = (number: number, me = false): Seat => ({
  seat: number,
  sitter: { kind: 'person', name: me ? 'Ola' : 'Jan', here: true, me, muted: false },
  stand_in: null,
  late: false,
  own: false,
  left: null,
  replaceable: false,
});

describe('the seats of a campaign', () => {
  const table = {
    seats: [seat(0, true), seat(1)],
    sleepers: [{ seat: 1, sitter: null }],
    series: { lineup: [0, 2] },
  } as unknown as Table;

  it('come in the order of their numbers, those that sleep without a place', () => {
    const seats = campaignSeats(table, say);
    expect(seats.map(({ number, place }) => [number, place])).toEqual([
      [0, 0],
      [1, null],
      [2, 1],
    ]);
    expect(seats.map(({ name }) => name)).toEqual(['Ola', 'web.seat.free', 'Jan']);
    expect(seats.map(({ isMine }) => isMine)).toEqual([true, false, false]);
  });

  it('have their numbers behind the places at the table', () => {
    expect(numberOf(table.series, 1)).toBe(2);
    expect(numberOf(null, 1)).toBe(1);
  });

  it('had other seats in a match in which one slept', () => {
    expect([0, 1, 2].map((number) => seatInMatch([2, null, 1], number))).toEqual([0, null, 1]);
    expect(seatInMatch([1, 2], 2)).toBeNull();
    expect(whoPlayed([2, null, 1])).toEqual([0, 2]);
  });

  it('are called as those who played, whoever plays now', () => {
    const chapters = [
      {
        chapter: '1',
        ranks: [
          [1, 2],
          [2, 1, 3],
        ],
      },
    ];
    const past = { ...table, mine: [1], series: { ...table.series, chapters, ids: ['a', 'b'] } } as unknown as Table;
    expect(namesIn(past, 'a', say)).toEqual(['Ola', 'web.seat.free']);
    expect(namesIn(past, 'b', say)).toEqual(['Ola', 'web.seat.free', 'Jan']);
    expect(namesIn(past, 'runs', say)).toEqual(['Ola', 'Jan']);
    expect(['a', 'b', 'runs'].map((match) => mineIn(past, match))).toEqual([[], [2], [1]]);
    expect(['a', 'b', 'runs'].map((match) => numbersOf(past, match))).toEqual([
      [0, 1],
      [0, 1, 2],
      [0, 2],
    ]);
  });

  it('were first and last seen in the matches they played first and last', () => {
    const ranks = [
      [1, 2, null],
      [1, null, 2],
    ];
    const series = { chapters: [{ chapter: '1', ranks }], ids: ['a', 'b'] } as unknown as Series;
    expect(lastPlayed(series, 1)).toEqual({ match: 'a', seat: 1 });
    expect(lastPlayed(series, 2)).toEqual({ match: 'b', seat: 1 });
    expect(firstPlayed(series, 0)).toEqual({ match: 'a', seat: 0 });
    expect(firstPlayed(series, 2)).toEqual({ match: 'b', seat: 1 });
    expect([firstPlayed(series, 3), lastPlayed(series, 3)]).toEqual([null, null]);
  });

  it('are called by their city where nobody sits', () => {
    const series = { cities: ['Lipowo', 'Ridge', ''] } as unknown as Series;
    expect(campaignSeats(table, say).map((one) => cityOrOwner(series, one))).toEqual(['Ola', 'Ridge', 'Jan']);
  });
});
