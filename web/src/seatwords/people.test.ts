import { describe, expect, it } from 'vitest';
import type { Seat, Table } from '../base/api/types';
import { speaker } from '../base/i18n/say';
import { company, holderNames, personName, replaceable, seatNames, sitterKinds } from './people';

const DAY = 86_400;

/** I sit first and am here; the second is away. */
function table(host: boolean, pace: string, time: number | null): Table {
  const person = (me: boolean) => ({ kind: 'person', name: '', here: me, me, muted: false });
  const seats = [true, false].map((me, seat) => ({
    seat,
    sitter: person(me),
    stand_in: null,
    late: false,
    own: false,
    left: null,
  }));
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

it('is known of every seat who plays it, and who is away', () => {
  expect(sitterKinds(table(true, 'together', null))).toEqual(['me', 'away']);
});

describe('somebody who was deleted', () => {
  const speak = (guest: string) =>
    speaker({ plural: '0', forms: { 'person.deleted': [guest], 'web.seat.by_bot': ['{name} (bot)'] } });
  const seat = (name: string, stand_in: string | null) =>
    ({ sitter: { kind: 'person', name }, stand_in }) as unknown as Seat;
  const seats = [seat('', 'greedy'), seat('Ola', null), seat('Jan', 'greedy'), seat('', 'greedy')];

  it('is a guest in the language of the reader', () => {
    expect(['Guest', 'Gość'].map((guest) => personName('', speak(guest)))).toEqual(['Guest', 'Gość']);
    expect(personName('Ola', speak('Guest'))).toBe('Ola');
    expect(company({ seats } as unknown as Table, speak('Gość'))).toBe('Gość, Ola, Jan');
  });

  it("has a bot on the seat, but what is told of the seat is not said to be a bot's", () => {
    expect(seatNames(seats, speak('Guest'))).toEqual(['Guest (bot)', 'Ola', 'Jan (bot)', 'Guest (bot) 2']);
    expect(holderNames(seats, speak('Guest'))).toEqual(['Guest', 'Ola', 'Jan', 'Guest 2']);
  });
});
