import { describe, expect, it } from 'vitest';
import type { Chapter, Series, Table, Title } from '../../base/api/types';
import type { Say } from '../../base/i18n/say';
import { chapterName } from '../../seat_texts/people';
import { crown } from './winner';
import { closed, ladders, missed, rows } from './series';

const STEPS: Title[] = [
  { name: 'low', least: 0 },
  { name: 'middle', least: 10 },
  { name: 'high', least: 20 },
];

function chapter(name: string, modes: string[], values: number[][], more: Partial<Chapter> = {}): Chapter {
  const totals = (values[0] ?? [0]).map((_, seat) => values.reduce((sum, row) => sum + (row[seat] ?? 0), 0));
  const places = totals.map((mine) => 1 + totals.filter((other) => other > mine).length);
  const ranks = values.map((row) => row.map((mine) => 1 + row.filter((other) => other > mine).length));
  const whole = values.length === modes.length;
  return { chapter: name, modes, values, ranks, bonus: null, totals, places, whole, title: null, titles: [], ...more };
}

function series(chapters: Chapter[], more: Partial<Series> = {}): Series {
  const played = chapters.reduce((sum, { values }) => sum + values.length, 0);
  const matches = chapters.reduce((sum, { modes }) => sum + modes.length, 0);
  const totals = chapters[0]!.totals.map((_, seat) => chapters.reduce((sum, one) => sum + (one.totals[seat] ?? 0), 0));
  const ids = Array.from({ length: played }, (_, i) => `m${i + 1}`);
  const places = totals.map((mine) => 1 + totals.filter((other) => other > mine).length);
  return {
    played,
    matches,
    over: played === matches,
    next: null,
    chapters,
    totals,
    places,
    ids,
    run: 1,
    title: null,
    titles: [],
    ...more,
  };
}

describe('the rows of a series', () => {
  it('are matches, the bonus of a chapter, and its sum where there are several', () => {
    const two = series([
      chapter(
        '1',
        ['a', 'b'],
        [
          [1, 2],
          [5, 2],
        ],
      ),
      chapter('2', ['c'], [], { bonus: { what: 'bags', points: [0, 0] } }),
    ]);
    expect(rows(two).map((row) => row.kind)).toEqual(['match', 'match', 'chapter', 'match', 'bonus', 'chapter']);
    expect(rows(two)[0]).toEqual({ kind: 'match', mode: 'a', id: 'm1', points: [1, 2], first: [false, true] });
    expect(rows(two)[2]).toMatchObject({ points: [6, 4], first: [true, false], whole: true });
    expect(rows(two)[3]).toMatchObject({ mode: 'c', id: null, points: null });
    expect(rows(two)[4]).toMatchObject({ what: 'bags', points: null });
    expect(rows(two)[5]).toMatchObject({ points: null, first: [], whole: false });
  });

  it('have no sum of the only chapter, and nobody is first alone', () => {
    const one = series([chapter('x', ['a'], [[7]], { bonus: { what: 'bags', points: [20] } })]);
    expect(rows(one)).toEqual([
      { kind: 'match', mode: 'a', id: 'm1', points: [7], first: [false] },
      { kind: 'bonus', what: 'bags', points: [20] },
    ]);
  });
});

describe('the ladders of a player alone', () => {
  it('are those of the last chapter and of the series', () => {
    const alone = series(
      [chapter('1', ['a'], [[12]], { titles: STEPS }), chapter('2', ['b', 'c'], [[3]], { titles: STEPS })],
      { titles: STEPS },
    );
    expect(ladders(alone)).toMatchObject([
      { chapter: '2', points: 3, whole: false, at: 0, next: { name: 'middle' } },
      { chapter: null, points: 15, whole: false, at: 1, next: { name: 'high' } },
    ]);
  });

  it('begin with the lowest step, whatever was lost, and end with the highest', () => {
    const step = (points: number) => ladders(series([chapter('1', ['a'], [[points]], { titles: STEPS })]))[0];
    expect([-7, 0, 9, 10, 19, 20, 99].map((points) => step(points)?.at)).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(step(99)?.next).toBeNull();
    expect(step(9)?.chapter).toBeNull();
  });

  it('are not there for several', () => {
    expect(ladders(series([chapter('1', ['a'], [[1, 2]])]))).toEqual([]);
  });
});

it('knows what the last match has closed', () => {
  const part = chapter('1', ['a'], [[1, 2]]);
  expect(closed(series([part, chapter('2', ['b'], [])]))).toEqual(part);
  expect(closed(series([part, chapter('2', ['b', 'c'], [[1, 2]])]))).toBeNull();
  expect(closed(series([part]))).toBeNull();
});

describe('what somebody has missed', () => {
  const running = { id: 'm3', game: 'b', number: 3, over: false, your_turn: true, to_act: [0], unreadable: null };
  const two = series([
    chapter(
      '1',
      ['a', 'b', 'c'],
      [
        [1, 2],
        [5, 2],
      ],
    ),
  ]);
  const table = { unattended: true, mine: [0], match: running, series: two } as unknown as Table;

  it('is the match that ended last, until it is seen', () => {
    expect(missed(table, null)).toBe('m2');
    expect(missed(table, 'm1')).toBe('m2');
    expect(missed(table, 'm2')).toBeNull();
  });

  it('is nothing for those who sit together, who only watch, or whose match is over', () => {
    expect(missed({ ...table, unattended: false }, null)).toBeNull();
    expect(missed({ ...table, mine: [] }, null)).toBeNull();
    expect(missed({ ...table, match: { ...running, over: true } }, null)).toBeNull();
    expect(missed({ ...table, series: series([chapter('1', ['a'], [])]) }, null)).toBeNull();
  });
});

it('crowns whoever wins the series, or with the title of a player alone', () => {
  const say = (id: string, ...fills: unknown[]) => [id, ...fills.map((fill) => JSON.stringify(fill))].join(' ');
  const two = series([
    chapter(
      '1',
      ['a', 'b'],
      [
        [3, 9],
        [8, 1],
      ],
    ),
  ]);
  expect(crown(two, ['Ola', 'Jan'], [0], say)).toBe('web.result.win.me {"name":"Ola","value":"11","other":"10"}');
  const alone = series([chapter('1', ['a'], [[12]], { title: 'middle' })], { title: null });
  expect(crown(alone, ['Ola'], [0], say)).toBe('title.middle');
});

describe('the name of a chapter', () => {
  const known: Record<string, string> = { 'chapter.towers.3': 'Challenges' };
  const say = ((id: string, ...rest: unknown[]) =>
    known[id] ?? (rest.length ? `${id} ${JSON.stringify(rest)}` : id)) as Say;

  it('stands beside its number, where it has one', () => {
    expect(chapterName('towers/7', '3', say)).toBe('series.chapter.named [3,{"name":"Challenges"}]');
    expect(chapterName('cards/table', '3', say)).toBe('series.chapter [3]');
  });
});
