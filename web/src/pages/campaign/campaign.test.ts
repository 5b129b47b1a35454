import { describe, expect, it } from 'vitest';
import type { Series } from '../../base/api/types';
import { currentEnvelope, envelopes, freshStickers, gainWords, isCampaign, isTold, numbersIn } from './campaign';

const SERIES: Series = {
  played: 1,
  matches: 6,
  over: false,
  next: 'some_game/2',
  chapters: [
    {
      chapter: '1',
      modes: ['some_game/1', 'some_game/2', 'some_game/3'],
      values: [[20, 12]],
      ranks: [[1, 2]],
      bonus: null,
      totals: [2, 0],
      places: [1, 2],
      whole: false,
      title: null,
      titles: [],
      gains: [[2, 0]],
      kept: [
        [
          [
            ['award.first', 'progress', 2],
            ['award.first', 'R', 'F5'],
          ],
          [['award.others', 't', '']],
        ],
      ],
    },
    { chapter: '2', sealed: true },
  ],
  totals: [2, 0],
  places: [1, 2],
  title: null,
  titles: [],
  ids: ['m1'],
  run: 1,
  wins: ['progress'],
  coming: ['3'],
};

const say = (id: string) => id;

describe('the map of a campaign', () => {
  it('has an envelope for every chapter, those to come as well', () => {
    expect(envelopes(SERIES).map(({ state }) => state)).toEqual(['open', 'sealed', 'coming']);
    expect(envelopes(SERIES).map(numbersIn)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  it('tells which episodes are played and which is next', () => {
    const episodes = envelopes(SERIES)[0]!.episodes;
    expect(episodes.map(({ id }) => id)).toEqual(['m1', null, null]);
    expect(episodes.map(({ isNext }) => isNext)).toEqual([false, true, false]);
    expect(currentEnvelope(SERIES)?.number).toBe(1);
  });

  it('is for series that count something else than points', () => {
    const { wins: _, ...plain } = SERIES;
    expect(isCampaign(SERIES)).toBe(true);
    expect(isCampaign(plain)).toBe(false);
  });

  it('knows the stickers that still lie on paper, not those that were forfeited', () => {
    expect(freshStickers(SERIES)).toEqual([[['R', 'F5']], []]);
  });
});

describe('what was kept', () => {
  it('is told in words', () => {
    expect(gainWords(['award.first', 'R', 'F5'], say)).toBe('sticker.R, F5');
    expect(gainWords(['award.first', 'C-4th', 'W5'], say)).toBe('card.C-4th: shape.W5');
    expect(gainWords(['award.others', 'later', 0], say)).toBe('web.kept.later');
  });

  it('leaves out what only rules count', () => {
    const has = (id: string): boolean => id === 'series.count.acorns';
    expect(isTold(['race', 'acorns_ever', 2], has)).toBe(false);
    expect(isTold(['race', 'acorns', 2], has)).toBe(true);
  });
});
