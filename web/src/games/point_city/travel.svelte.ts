/** Cards that were taken travel from the market, or from the deck, to the city of whoever took them. */
import { untrack } from 'svelte';
import type { MatchLog } from '../../live/log/match_log';
import { fly, homeOf } from '../../ui/effects/motion';
import { lastTurn, type LastTurn } from './last_turn';

const TRAVEL_MS = 620;
const APART_MS = 90;

/** Follows a log while its component lives. The market still shows what lay there when a turn is told. */
export function followTurns(log: () => MatchLog | undefined, root: () => HTMLElement | undefined): void {
  let seen = untrack(log);
  $effect.pre(() => {
    const now = log();
    untrack(() => {
      const table = root();
      const turn = now && now !== seen ? newTurn(now) : null;
      seen = now;
      if (turn && table) travel(table, turn);
    });
  });
}

/** The last turn, if it was told just now. */
export function newTurn({ lines, newLines }: MatchLog): LastTurn | null {
  return newLines ? lastTurn(lines.slice(-newLines)) : null;
}

function travel(table: HTMLElement, { seat, cells }: LastTurn): void {
  const home = homeOf(seat);
  if (!home) return;
  const from = cells.length ? cells.map((cell) => `[data-cell=${cell}] .face`) : ['.deck button'];
  from.forEach((selector, i) => {
    const card = table.querySelector(selector);
    if (card) void fly(card, home, TRAVEL_MS, i * APART_MS);
  });
}
