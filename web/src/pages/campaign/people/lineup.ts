/** The seats of a campaign: those that play, by their places at the table, and those that sleep. */
import { openChapters, type Owed, type Seat, type Series, type Table } from '../../../base/api/types';
import type { Say } from '../../../base/i18n/say';
import { numberOf, seatNames } from '../../../seat_texts/people';

export interface CampaignSeat {
  number: number;
  /** Its place at the table; null while it sleeps. */
  place: number | null;
  name: string;
  isMine: boolean;
  isFree: boolean;
}

/** So many seats have to be awake for an episode. */
export const LEAST_AWAKE = 2;

const RESTING = { stand_in: null, late: false, own: false, left: null, replaceable: false };

/** All seats in the order of their numbers. */
export function campaignSeats(table: Table, say: Say): CampaignSeat[] {
  const awake = table.seats.map((seat) => ({ number: numberOf(table.series, seat.seat), place: seat.seat, seat }));
  const asleep = (table.sleepers ?? []).map(({ seat: number, sitter }) => ({
    number,
    place: null,
    seat: { ...RESTING, seat: number, sitter } satisfies Seat,
  }));
  const all = [...awake, ...asleep].sort((a, b) => a.number - b.number);
  const names = seatNames(
    all.map(({ seat }) => seat),
    say,
  );
  return all.map(({ number, place, seat: { sitter } }, i) => ({
    number,
    place,
    name: names[i] ?? '',
    isMine: sitter?.kind === 'person' && sitter.me,
    isFree: sitter === null,
  }));
}

/** The seat of a match that a seat of the campaign had; null when it slept. */
export function seatInMatch(places: readonly (number | null)[], number: number): number | null {
  const place = places[number];
  if (place === null || place === undefined) return null;
  return places.slice(0, number).filter((other) => other !== null).length;
}

/** The seats of the campaign that played a match, in the order of the match. */
export const whoPlayed = (places: readonly (number | null)[]): number[] =>
  places.flatMap((place, number) => (place === null ? [] : [number]));

/** The places of all seats of the campaign in a finished match of it; null for a match that is none. */
export function placesIn(series: Series, match: string): (number | null)[] | null {
  const rows = openChapters(series).flatMap(({ ranks }) => ranks);
  return rows[series.ids.indexOf(match)] ?? null;
}

/** The numbers in the campaign of those who played a match: they have the colours. */
export function numbersOf(table: Table, match: string): number[] {
  const places = table.series && placesIn(table.series, match);
  return places ? whoPlayed(places) : table.seats.map(({ seat }) => numberOf(table.series, seat));
}

/** A match that a seat of the campaign has played, with its seat in it. */
export interface Played {
  match: string;
  seat: number;
}

/** The last match of a seat of the campaign. */
export const lastPlayed = (series: Series, number: number): Played | null =>
  firstOf(series, [...series.ids].reverse(), number);

/** Its first one: a newcomer has not played those before. */
export const firstPlayed = (series: Series, number: number): Played | null => firstOf(series, series.ids, number);

function firstOf(series: Series, matches: readonly string[], number: number): Played | null {
  for (const match of matches) {
    const seat = seatInMatch(placesIn(series, match) ?? [], number);
    if (seat !== null) return { match, seat };
  }
  return null;
}

/** What a seat is called where only the campaign counts: its city, where nobody sits there now. */
export const cityOrOwner = (series: Series, { number, name, isFree }: CampaignSeat): string =>
  (isFree && series.cities?.[number]) || name;

/** The names of those who played a match; of one that is not finished, of those who sit at the table. */
export function namesIn(table: Table, match: string, say: Say): string[] {
  const places = table.series && placesIn(table.series, match);
  if (!places) return seatNames(table.seats, say);
  const seats = campaignSeats(table, say);
  return whoPlayed(places).map((number) => seats[number]?.name ?? '');
}

/** The seats that I have in a match: those of my seats in the campaign, if they played. */
export function mineIn(table: Table, match: string): number[] {
  const places = table.series && placesIn(table.series, match);
  if (!places) return table.mine;
  return table.mine.flatMap((seat) => seatInMatch(places, numberOf(table.series, seat)) ?? []);
}

/** The stickers and marks that are to be put, each by its name. */
export const owedNames = (owed: readonly Owed[], say: Say): string[] =>
  owed.map(({ what }) => what.map((one) => say(`sticker.${one}`)).join(' / '));
