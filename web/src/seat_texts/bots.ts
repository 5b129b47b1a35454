/** Bots in words, and which of them sit down where nobody has chosen any. */
import type { BotOffer, Sitting } from '../base/api/types';
import type { Say } from '../base/i18n/say';
import { gameOf } from '../games/registry';

/** The bot that plays on for somebody who leaves or is late too often. */
export const STAND_IN = 'greedy';

/** Who comes first to a table that wants company: neither the weakest nor the strongest. */
const MIDDLE = 3;

/** A bot by its name in this language; one from outside is called as its author calls it. */
export function botName(bot: string, say: Say): string {
  const id = `bot.${bot}`;
  const name = say(id);
  return name === id ? bot : name;
}

/** How a bot plays, in a sentence; nothing of one that has none. */
export function botManner(bot: string, say: Say): string {
  const id = `bot.${bot}.manner`;
  const manner = say(id);
  return manner === id ? '' : manner;
}

/** Those that play a game in a way of their own, the weakest first, and the others. */
export function offeredBots(bots: readonly BotOffer[], game: string): { characters: BotOffer[]; others: BotOffer[] } {
  const characters = bots.filter(({ level, games }) => level !== null && games.includes(gameOf(game)));
  return {
    characters: characters.sort((a, b) => (a.level ?? 0) - (b.level ?? 0)),
    others: bots.filter(({ level }) => level === null),
  };
}

/** So many bots for free seats, different from each other and from those who sit there, as long as there are any. */
export function newcomers(
  bots: readonly BotOffer[],
  game: string,
  count: number,
  sitting: readonly string[],
): string[] {
  const far = ({ level }: BotOffer) => Math.abs((level ?? 0) - MIDDLE);
  const all = offeredBots(bots, game)
    .characters.sort((a, b) => far(a) - far(b))
    .map(({ id }) => id);
  const chosen = [...all.filter((id) => !sitting.includes(id)), ...all.filter((id) => sitting.includes(id))];
  return Array.from({ length: count }, (_, i) => chosen[i % chosen.length] ?? STAND_IN);
}

/** The bots among those who sit at a table. */
export const sittingBots = (sitters: readonly (Sitting | null)[]): string[] =>
  sitters.flatMap((sitter) => (sitter?.kind === 'bot' ? [sitter.bot] : []));
