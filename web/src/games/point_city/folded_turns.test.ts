import { describe, expect, it } from 'vitest';
import type { MatchLog } from '../../live/log/match_log';
import { foldedTurns } from './folded_turns';

const BEFORE = ['* first 0 0', '2 take a1 a2'];
const log = (...news: string[]): MatchLog => ({
  match: 'm',
  lines: [...BEFORE, ...news],
  newLines: news.length,
  botLines: [2, 4],
});
const lasts = (seat: number | null, ...news: string[]) =>
  foldedTurns(log(...news), seat).map(({ lines }) => lines.at(-1));

describe('turns that came with one push', () => {
  it('are told apart, with all that belongs to each', () => {
    const news = ['1 take b1 b2', '1 pay energy-1', '* tier1 20 up energy', '2 draw', '3 take c1 c2'];
    expect(lasts(0, ...news)).toEqual(['* tier1 20 up energy', '2 draw']);
    expect(foldedTurns(log(...news), 0)[0]).toEqual({
      match: 'm',
      lines: [...BEFORE, ...news.slice(0, 3)],
      newLines: 3,
      botLines: [2, 4],
    });
  });

  it('begin after one’s own, and nothing waits for one’s own', () => {
    expect(lasts(0, '0 take b1 b2', '1 draw', '2 draw')).toEqual(['1 draw']);
    expect(lasts(0, '1 draw', '0 take b1 b2')).toEqual([]);
    expect(lasts(null, '0 take b1 b2', '1 draw', '2 draw')).toEqual(['0 take b1 b2', '1 draw']);
  });

  it('are none in a single turn, nor in what was before one came', () => {
    expect(lasts(0, '1 take b1 b2', '* tier1 20 up energy')).toEqual([]);
    expect(lasts(0, '@ late 1 draw', '2 draw')).toEqual(['@ late 1 draw']);
    expect(foldedTurns({ ...log('1 draw', '2 draw'), newLines: 0 }, 0)).toEqual([]);
    expect(foldedTurns(undefined, 0)).toEqual([]);
  });
});
