import { describe, expect, it } from 'vitest';
import type { Chapter, Series } from '../../base/api/types';
import type { Head } from '../../base/api/view';
import {
  amounts,
  currentEnvelope,
  envelopes,
  freshStickers,
  gainWords,
  givenUntil,
  hasAnswered,
  isCampaign,
  isTold,
  numbersIn,
  together,
  waitsFor,
} from './campaign';
import { cellsOf, explanationOf, isMark, slipsOf } from './envelopes/slips';

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

  it('keeps the title of an episode back until its envelope is open', () => {
    const opened = (...some: number[]) => ({ has: (n: number) => some.includes(n) });
    const untouched: Series = { ...SERIES, ids: [], chapters: [{ ...(SERIES.chapters[0] as Chapter), values: [] }] };
    expect(waitsFor(untouched, opened())).toBe(true);
    expect(waitsFor(untouched, opened(1))).toBe(false);
    expect(waitsFor(SERIES, opened())).toBe(false);
  });

  it('is for series that count something else than points', () => {
    const { wins: _, ...plain } = SERIES;
    expect(isCampaign(SERIES)).toBe(true);
    expect(isCampaign(plain)).toBe(false);
  });

  it('knows the stickers that still lie on paper, not those that were forfeited', () => {
    expect(freshStickers(SERIES)).toEqual([[['R', 'F5', 'award.first']], []]);
  });
});

it('introduces an episode until its first answer, whatever was blocked before', () => {
  const lines = ['* deck 0 X', '* deck 1 Y-U5', '1 pass'];
  expect(hasAnswered(lines, 0)).toBe(false);
  expect(hasAnswered(lines, 1)).toBe(true);
});

describe('what was kept', () => {
  it('is told in words', () => {
    expect(gainWords(['award.first', 'R', 'F5'], say)).toBe('sticker.R, F5');
    expect(gainWords(['award.first', 'h', '9,-4'], say)).toBe('sticker.h');
    expect(gainWords(['award.first', 'h', '9,-4 · 8,-4'], say)).toBe('sticker.h ×2');
    expect(gainWords(['award.first', 'C-4th', 'W5'], say)).toBe('card.C-4th: shape.W5');
    expect(gainWords(['award.others', 'later', 0], say)).toBe('web.kept.later');
  });

  it('is told once where a rule has put many of it', () => {
    const kept = [
      ['award.everyone', 'h', '2,0'],
      ['award.first', 'progress', 2],
      ['award.everyone', 'h', '4,0'],
      ['award.first', 'h', '5,0'],
    ] as const;
    expect(together(kept).map((gain) => gainWords(gain, say))).toEqual(['sticker.h ×2', 'web.kept.count', 'sticker.h']);
    expect(amounts(['Ash', 'House', 'Ash'])).toEqual(['Ash ×2', 'House']);
  });

  it('leaves out what only rules count', () => {
    const has = (id: string): boolean => id === 'series.count.acorns';
    expect(isTold(['race', 'acorns_ever', 2], has)).toBe(false);
    expect(isTold(['race', 'acorns', 2], has)).toBe(true);
  });
});

describe('slips', () => {
  const view = {
    new: [
      ['mark.S', []],
      ['land.wide', []],
      ['count', [3]],
    ],
    gone: [
      ['land.narrow', []],
      ['pass', [1]],
    ],
    boards: [{ rule_cells: {} }, { rule_cells: { 'mark.S': '8', 'land.wide': '18', pass: '1' } }],
  } as unknown as Head;
  const slips = slipsOf(view);

  it('are new rules first, then those that are gone for nothing', () => {
    expect(slips.map(({ kind, rule }) => `${kind} ${rule}`)).toEqual([
      'new mark.S',
      'new land.wide',
      'new count',
      'gone pass',
    ]);
    expect(slips.map(({ instead }) => instead?.[0])).toEqual([undefined, 'land.narrow', undefined, undefined]);
    expect(slips.map(explanationOf).slice(2)).toEqual(['about.count', 'about.gone.pass']);
    expect(slipsOf(null)).toEqual([]);
  });

  it('light the cells of the own board that they speak of', () => {
    expect(slips.map((slip) => cellsOf(slip, view, 1))).toEqual(['8', '18', null, null]);
    expect(slips.map((slip) => cellsOf(slip, view, 0))).toEqual([null, null, null, null]);
    expect(slips.map(isMark)).toEqual([true, false, false, false]);
  });
});

describe('what a seat was given until a match', () => {
  const chapter = {
    ...(SERIES.chapters[0] as Chapter),
    modes: ['g/1', 'g/2', 'g/3'],
    ranks: [
      [1, 2, 3],
      [1, null, 2],
    ],
  };
  const history = [
    [],
    [],
    [
      ['g/1', 'g/1', 'award.first', 'R', 'F5'],
      ['g/2', 'g/1', 'owed', 'R', 'F6'],
    ],
  ] as const;
  const series = { ...SERIES, chapters: [chapter], history, lineup: [2, 1] } as unknown as Series;

  it('goes by the seats that played it', () => {
    const cells = (mode: string, seat: number): unknown[] => givenUntil(series, mode, seat).map(([, , , , at]) => at);
    expect(cells('g/1', 2)).toEqual(['F5']);
    expect(cells('g/2', 1)).toEqual(['F5', 'F6']);
    expect(cells('g/3', 0)).toEqual(['F5', 'F6']);
    expect(cells('g/3', 1)).toEqual([]);
    expect(cells('other/1', 0)).toEqual([]);
  });
});
