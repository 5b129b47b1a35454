/** Who sits where, in words. */

import type { Seat, Series, Sitting, Table } from '../base/api/types';
import { gameOf } from '../games/registry';
import type { Sitter } from '../games/contract';
import type { Say } from '../base/i18n/say';
import { botName } from './bots';

/** Somebody without a name was deleted: a guest, in the language of whoever reads. */
export const personName = (name: string, say: Say): string => name || say('person.deleted');

/** A person by name; a bot that plays over the network is said to be one, and whose it is. */
function playerName(sitter: Extract<Sitting, { kind: 'person' }>, say: Say): string {
  const name = personName(sitter.name, say);
  return sitter.bot_of === null || sitter.bot_of === undefined
    ? name
    : say('web.seat.bot_of', { name, owner: personName(sitter.bot_of, say) });
}

/** Who holds each seat. A told line has the seat only, so it is never said to be a bot's that stands in later. */
export const holderNames = (seats: readonly Seat[], say: Say): string[] =>
  seatNames(
    seats.map((seat) => ({ ...seat, stand_in: null })),
    say,
  );

/** A name for every seat, no two sitters alike. */
export function seatNames(seats: readonly Seat[], say: Say): string[] {
  const plain = seats.map((seat) => plainName(seat, say));
  return plain.map((name, seat) => {
    if (!seats[seat]?.sitter) return name;
    const before = plain.slice(0, seat).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

function plainName({ sitter, stand_in }: Seat, say: Say): string {
  if (!sitter) return say('web.seat.free');
  if (sitter.kind === 'bot') return botName(sitter.bot, say);
  const name = playerName(sitter, say);
  return stand_in ? say('web.seat.by_bot', { name }) : name;
}

export function sitterKinds(table: Table): Sitter[] {
  return table.seats.map(({ seat, sitter, stand_in }) => {
    if (table.mine.includes(seat)) return 'me';
    if (sitter?.kind !== 'person') return 'bot';
    return sitter.here || stand_in ? 'person' : 'away';
  });
}

export const freeSeats = (table: Table): number[] =>
  table.seats.filter(({ sitter }) => sitter === null).map(({ seat }) => seat);

/** Who sits at the table first, for somebody who was invited; null where nobody does. */
export function inviterOf(table: Table, say: Say): string | null {
  const sitting = table.seats.map(({ sitter }) => sitter).find((sitter) => sitter?.kind === 'person' && !sitter.me);
  return sitting?.kind === 'person' ? playerName(sitting, say) : null;
}

/** Seats of mine that I play myself. */
export const heldSeats = (table: Table): number[] => table.mine.filter((seat) => !table.seats[seat]?.stand_in);

/** Seats that I may give to a bot now, because their people are away. */
export const replaceableSeats = (table: Table): number[] =>
  table.seats.filter(({ replaceable }) => replaceable).map(({ seat }) => seat);

/** Seats of mine that a bot plays in my place. */
export const leftSeats = (table: Table): number[] =>
  table.seats
    .filter(({ sitter, stand_in }) => sitter?.kind === 'person' && sitter.me && stand_in)
    .map(({ seat }) => seat);

/** The bot on a seat of the table; null where there is none. */
export const botOn = (table: Table, seat: number): string | null => botOf(table.seats[seat]?.sitter ?? null);

/** The bot on a seat of the campaign that a table plays, awake or asleep; of a single match on its seat. */
export function botOfNumber(table: Table, number: number): string | null {
  const awake = table.seats.find(({ seat }) => numberOf(table.series, seat) === number);
  const asleep = (table.sleepers ?? []).find(({ seat }) => seat === number);
  return botOf((awake ?? asleep)?.sitter ?? null);
}

const botOf = (sitter: Sitting | null): string | null => (sitter?.kind === 'bot' ? sitter.bot : null);

/** How many answers bots gave in place of people: theirs on seats of their own do not count. */
export const standIns = (seats: readonly Seat[], botAnswers: readonly number[]): number[] =>
  seats.map(({ seat, sitter }) => (sitter?.kind === 'person' ? (botAnswers[seat] ?? 0) : 0));

/** "Ola, Tomek, 2 bots" */
export function company(table: Table, say: Say): string {
  const people = table.seats.flatMap(({ sitter }) => (sitter?.kind === 'person' ? [personName(sitter.name, say)] : []));
  const bots = table.seats.filter(({ sitter }) => sitter?.kind === 'bot').length;
  const all = [...new Set(people), ...(bots ? [say('web.tables.bots', bots)] : [])];
  return all.join(', ') || say('web.tables.nobody');
}

export function gameName(game: string, say: Say): string {
  return say(`game.${gameOf(game)}`);
}

/** The name of a way to play; an episode of a chapter that is sealed here has its number alone. */
export function modeName(game: string, say: Say): string {
  const id = `mode.${game}`;
  const name = say(id);
  const number = Number(game.split('/')[1]);
  return name === id && number ? say('series.episode', number) : name;
}

/** A chapter of the series of this match: its number, and its name where it has one. */
export function chapterName(mode: string, chapter: string, say: Say): string {
  const id = `chapter.${gameOf(mode)}.${chapter}`;
  const name = say(id);
  return name === id ? say('series.chapter', Number(chapter)) : say('series.chapter.named', Number(chapter), { name });
}

/** The number in its campaign of a seat of the table. */
export const numberOf = (series: Pick<Series, 'lineup'> | null, seat: number): number => series?.lineup?.[seat] ?? seat;
