/** Races to build on all things of a kind: how far a board is, in words. */
import type { Say } from '../../../base/i18n/say';
import { count, mask, NONE, type Mask } from './masks';
import type { BoardView, GroundView } from '../view';

const RACE = 'race_covered.';

interface Land {
  ground: Pick<GroundView, 'layers'>;
  board: Pick<BoardView, 'clear'>;
}

/** The things that a race is about. */
const thingsOf = ({ ground }: Land, rule: string): Mask =>
  (ground.layers[rule.split('.')[1] ?? ''] ?? []).reduce((all, hex) => all | mask(hex), NONE);

/** "Built on: 1 of 2", also with what a draft covers; nothing for any other line. */
export function coveredWords(land: Land, rule: string, say: Say, draft: Mask = NONE): string {
  if (!rule.startsWith(RACE)) return '';
  const things = thingsOf(land, rule);
  if (!things) return '';
  return say('web.play.covered', count(things & (~mask(land.board.clear) | draft)), count(things));
}

/** What a draft does for the races whose things it covers. */
export function draftCovers(land: Land, rules: readonly string[], draft: Mask, say: Say): string[] {
  const races = rules.filter((rule) => rule.startsWith(RACE) && thingsOf(land, rule) & draft & mask(land.board.clear));
  return races.map((rule) => `${say(`tally.${rule}`)}. ${coveredWords(land, rule, say, draft)}`);
}
