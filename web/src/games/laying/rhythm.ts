/** How rounds are seen: the pieces of others land one after the other, the last ones before everything is counted. */
import type { Rhythm, Step } from '../../live/log/playback.svelte';
import { around } from '../shared/waiting';
import type { BoardView, View } from './view';

const END_BEATS = 2; // the last building is looked at before everything is counted

export const rhythm: Rhythm<View> = {
  /** One step per board of others that changed. Boards that were shut open all at once. */
  stepsTo(before, next): Step<View>[] {
    if (!next.log?.newLines) return [];
    const steps = before.view.sealed ? [] : movesOf(before.view, next.view, next.seat);
    const ends = before.view.phase === 'rounds' && next.view.phase !== 'rounds';
    return ends ? [...steps, { seat: null, before: before.view, beats: END_BEATS, blocks: true }] : steps;
  },

  /** The newest view, but for the boards whose turn is still to come. One's own is never held back. */
  shown(newest, now, waiting) {
    const { view } = newest;
    const boards = view.boards.map((board) => {
      const step = waiting.find(({ seat }) => seat === board.seat);
      return step?.before.boards[board.seat] ?? board;
    });
    const ends = [now, ...waiting].some((step) => step?.seat === null);
    return { ...newest, view: { ...view, boards, ...(ends ? BEFORE_THE_END : {}) } };
  },
};

/** Nothing is to be done any more, and nothing is counted yet. */
const BEFORE_THE_END = { phase: 'rounds', to_act: [], pieces: [], answers: [], choices: [] };

function movesOf(before: View, next: View, seat: number | null): Step<View>[] {
  return around(next, seat)
    .filter((other) => other !== seat && hasMoved(before.boards[other], next.boards[other]))
    .map((other) => ({ seat: other, before, beats: 1, blocks: false }));
}

function hasMoved(before: BoardView | undefined, next: BoardView | undefined): boolean {
  if (!before || !next) return false;
  return next.laid.length > before.laid.length || next.passes > before.passes || next.ended !== before.ended;
}
