import { describe, expect, it } from 'vitest';
import type { EntryView } from '../../../base/api/view';
import { bookedBy } from './booked';
import type { BoardView } from '../view';

const VIEW = {
  rules: [] as [string, number[]][],
  score: ['tree', 'group', 'empty', 'well', 'most'],
  stands: { tree: 'open', empty: 'open', most: 'compared' } as const,
};
const board = (...tally: EntryView[]): BoardView => ({ tally, laid: [['Y', 'I2', 0, 'f0']] }) as unknown as BoardView;

describe('what a placement books', () => {
  it('is told with the cells that count now, or no longer do', () => {
    const before = board(['tree', 3, '7'], ['group', 2, '30'], ['well', 0, '0']);
    const now = board(['tree', 2, '3'], ['group', 5, 'f0'], ['well', 4, '900']);
    expect(bookedBy(VIEW, before, now)).toEqual([
      { line: 3, points: 4, cells: '900', open: false },
      { line: 1, points: 3, cells: 'c0', open: false },
      { line: 0, points: -1, cells: '4', open: true },
    ]);
  });

  it('is the last piece where the same cells count differently, and what is counted at the end with it', () => {
    const before = board(['group', 2, '30'], ['empty', -9, 'ff']);
    const now = board(['group', 3, '30'], ['empty', -7, '3f']);
    expect(bookedBy(VIEW, before, now)).toEqual([
      { line: 2, points: 2, cells: 'c0', open: true },
      { line: 1, points: 1, cells: 'f0', open: false },
    ]);
  });

  it('is nothing that somebody else has changed', () => {
    expect(bookedBy(VIEW, board(['most', 5, '1']), board(['most', 0, '1']))).toEqual([]);
  });

  it('is at most what an eye can follow', () => {
    const rules = ['a', 'b', 'c', 'd', 'e', 'f'];
    const now = board(...rules.map((rule, i): EntryView => [rule, i + 1, '1']));
    expect(bookedBy(VIEW, board(), now).map(({ points }) => points)).toEqual([6, 5, 4, 3]);
  });
});
