import { describe, expect, it } from 'vitest';
import type { Told } from '../../live/log/playback.svelte';
import { rhythm } from './rhythm';
import type { View } from './view';

const LINES = ['* first 0 0', '2 take a1 a2'];

/** What seat 0 is told: whose turn it is now, and the new lines. */
function told(turn_of: number, news: string[] = [], phase = 'play'): Told<View> {
  const log = { match: 'm', lines: [...LINES, ...news], newLines: news.length, botLines: [] };
  const market = ['a1', 'b1', 'b2'].map((cell) => ({ cell, side: 'up', then: 'down' }));
  const view = { turn_of, phase, to_act: [turn_of], market, pairs: ['mine'] };
  return { match: 'm', seat: 0, view: view as unknown as View, log };
}
const steps = (before: Told<View>, next: Told<View>) =>
  rhythm.stepsTo(before, next).map((step) => [step.seat, step.told?.log?.lines.at(-1), step.beats]);

describe('the turns of others', () => {
  it('are a step each, also when they come with one push', () => {
    const next = told(0, ['1 draw', '2 draw', '3 draw']);
    expect(steps(told(1), next)).toEqual([
      [1, '1 draw', 1],
      [2, '2 draw', 1],
      [3, '3 draw', 1],
    ]);
    const [first, , last] = rhythm.stepsTo(told(1), next);
    expect(first?.told?.view.turn_of).toBe(1);
    expect(last?.told).toBe(next);
    expect(rhythm.shown(next, first ?? null, []).log?.lines.at(-1)).toBe('1 draw');
    expect(rhythm.shown(next, null, [])).toBe(next);
  });

  it("go on sooner within a turn; one's own is no step", () => {
    expect(steps(told(1), told(1, ['1 take b1 b2']))).toEqual([[1, '1 take b1 b2', 0.5]]);
    expect(steps(told(0), told(1, ['0 take b1 b2']))).toEqual([]);
  });

  it('leave gaps where cards were taken, and nothing to do on a market of the past', () => {
    const [first] = rhythm.stepsTo(told(0), told(0, ['0 take b1 b2', '1 draw', '2 draw']));
    const view = first?.told?.view;
    expect([first?.seat, view?.turn_of, view?.to_act, view?.pairs]).toEqual([1, 1, [], []]);
    expect(view?.market.map(({ side }) => side)).toEqual(['up', undefined, undefined]);
  });

  it('are none in what was told before one came', () => {
    const history = { ...told(0, ['1 draw', '2 draw']) };
    history.log = { ...history.log!, newLines: 0 };
    expect(steps(told(1), history)).toEqual([]);
  });

  it('end with a look at the last one, before anything is counted', () => {
    const [last, ...more] = rhythm.stepsTo(told(1), told(0, ['1 draw'], 'over'));
    expect(more).toEqual([]);
    expect([last?.beats, last?.told?.view.phase, last?.told?.view.to_act]).toEqual([2, 'play', []]);
  });
});
