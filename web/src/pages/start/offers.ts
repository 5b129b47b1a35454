/** What can be played: games with their ways, and who fits at their tables. */
import type { GameOffer, Table } from '../../base/api/types';
import { gameOf } from '../../games/registry';

export interface Game {
  name: string;
  offers: GameOffer[];
}

/** The ways of one game together, in the order they are offered. */
export function gamesOf(offers: readonly GameOffer[]): Game[] {
  const names = [...new Set(offers.map(({ game }) => gameOf(game)))];
  return names.map((name) => ({ name, offers: offers.filter(({ game }) => gameOf(game) === name) }));
}

/** Those that stand by their name, and episodes of a sealed campaign, which are offered by number. */
export function parted(offers: readonly GameOffer[]): { named: GameOffer[]; episodes: GameOffer[] } {
  return { named: offers.filter(({ episode }) => !episode), episodes: offers.filter(({ episode }) => episode) };
}

/**
 * What a box offers first. Whoever has played a match of the game knows enough for its campaign, which is what brings
 * them back; newcomers, and those whose campaign goes on, find the way that is played in one sitting.
 */
export function firstOffer({ offers }: Game, mine: readonly Table[]): GameOffer {
  const sealed = new Set(offers.flatMap(({ episode }) => (episode ? [episode.series] : [])));
  const campaign = offers.find(({ game }) => sealed.has(game));
  const ours = mine.filter(({ game, match }) => match && offers.some((one) => gameOf(one.game) === gameOf(game)));
  const goesOn = ours.some(({ game, series }) => game === campaign?.game && !series?.over);
  return (ours.length && !goesOn && campaign) || offers[0]!;
}

/** Whose rules are shown for an offer: the first match of a series; nothing of a sealed campaign. */
export function rulesMode({ offers }: Game, { series, game, episode }: GameOffer): string {
  const first = series[0] ?? game;
  const isSealed = episode || offers.some((one) => one.episode && one.game === first);
  const open = offers.find((one) => !one.episode && !one.series.length);
  return isSealed ? (open?.game ?? first) : first;
}

/** For how many people: seats of the game's own bots are not for them. */
export function peopleOf(offers: readonly GameOffer[]): { least: number; most: number } {
  const people = offers.flatMap(({ seats, sits }) => seats.map((count) => count - sits.length));
  return { least: Math.min(...people), most: Math.max(...people) };
}

/** How many bots can sit down beside one person. */
export function botsBeside({ seats, sits }: GameOffer): number[] {
  return seats.map((count) => count - sits.length - 1).filter((bots) => bots >= 0);
}

/** As many as wished for, or the nearest number that fits, rather more than fewer. */
export function botsFor(offer: GameOffer, wish: number): number {
  const [nearest] = botsBeside(offer).sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish) || b - a);
  return nearest ?? 0;
}

/** The bot a seat belongs to, if it belongs to one. */
export function ownBot({ sits }: GameOffer, seat: number): string | null {
  return sits.find((one) => one.seat === seat)?.bot ?? null;
}
