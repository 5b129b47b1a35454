import { describe, expect, it } from 'vitest';
import type { Seat, Table } from '../base/api/types';
import { speaker } from '../base/i18n/say';
import { botName } from './bots';
import { company, holderNames, personName, replaceableSeats, seatNames, sitterKinds } from './people';

/** I sit first and am here; the second is away. */
function table(): Table {
  const person = (me: boolean) => ({ kind: 'person', name: '', here: me, me, muted: false });
  const seats = [true, false].map((me, seat) => ({
    seat,
    sitter: person(me),
    stand_in: null,
    late: false,
    own: false,
    left: null,
    replaceable: !me,
  }));
  return { seats, mine: [0] } as unknown as Table;
}

it('is known which seats may be given to a bot', () => {
  expect(replaceableSeats(table())).toEqual([1]);
});

it('is known of every seat who plays it, and who is away', () => {
  expect(sitterKinds(table())).toEqual(['me', 'away']);
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

describe('bots', () => {
  const speak = speaker({
    plural: '0',
    forms: { 'bot.greedy': ['Greedy'], 'web.seat.bot_of': ['{name} (bot: {owner})'], 'person.deleted': ['Guest'] },
  });
  const played = (name: string, bot_of: string | null) =>
    ({ sitter: { kind: 'person', name, bot_of }, stand_in: null }) as unknown as Seat;

  it('from outside go by the name of their author', () => {
    expect(['greedy', 'clever'].map((bot) => botName(bot, speak))).toEqual(['Greedy', 'clever']);
  });

  it('over the network are said to be bots, and whose', () => {
    const seats = [played('Clever', 'Ola'), played('Jan', null), played('Clever', '')];
    expect(seatNames(seats, speak)).toEqual(['Clever (bot: Ola)', 'Jan', 'Clever (bot: Guest)']);
  });
});
