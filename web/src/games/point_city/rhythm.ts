/** How turns are seen: one after the other, each with the market it left. */
import { answeringSeat, readLine } from '../../live/log/told_line';
import type { Rhythm, Step, Told } from '../../live/log/playback.svelte';
import { foldedTurns } from './folded_turns';
import type { View } from './view';

const WITHIN_TURN = 0.5; // a payment or a token
const END_BEATS = 2; // the last turn is looked at before everything is counted

export const rhythm: Rhythm<View> = {
  stepsTo(before, next): Step<View>[] {
    if (!next.log?.newLines) return [];
    const step = (told: Told<View>, beats: number): Step<View> => ({
      seat: turnOf(told),
      before: before.view,
      told,
      beats,
      blocks: true,
    });
    const steps = onTheWay(before, next).map((told) => step(told, 1));
    const ends = next.view.phase === 'over' && before.view.phase !== 'over';
    if (ends) return [...steps, { ...step(beforeTheEnd(before, next), END_BEATS) }];
    if (turnOf(next) === next.seat) return steps;
    return [...steps, step(next, before.view.turn_of === next.view.turn_of ? WITHIN_TURN : 1)];
  },

  shown: (newest, now) => now?.told ?? newest,
};

/** Whose answer was told last. */
function turnOf({ log }: Told<View>): number | null {
  return answeringSeat(log?.lines.findLast((line) => answeringSeat(line) !== null) ?? '@');
}

/** The turns that came with this push, each told over the market before it, without what was taken since. */
function onTheWay(before: Told<View>, next: Told<View>): Told<View>[] {
  const known = (next.log?.lines.length ?? 0) - (next.log?.newLines ?? 0);
  return foldedTurns(next.log, next.seat).map((log) => ({
    ...next,
    view: emptied(before.view, log.lines.slice(known)),
    log,
  }));
}

/** The view with gaps where these lines took cards; nobody can act on it. */
function emptied(view: View, lines: readonly string[]): View {
  const read = lines.map(readLine).flatMap((line) => (line.by === 'seat' ? [line] : []));
  const taken = read.flatMap(({ verb, words }) => (verb === 'take' ? words : []));
  const market = view.market.map(({ cell, then, ...face }) => ({ cell, then, ...(taken.includes(cell) ? {} : face) }));
  return { ...view, market, turn_of: read.at(-1)?.seat ?? view.turn_of, to_act: [], pairs: [], answers: [] };
}

const beforeTheEnd = (before: Told<View>, next: Told<View>): Told<View> => ({
  ...next,
  view: { ...next.view, phase: before.view.phase, to_act: [] },
});
