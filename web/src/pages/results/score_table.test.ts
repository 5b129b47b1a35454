import { describe, expect, it } from 'vitest';
import type { Head } from '../../base/api/view';
import { columns, ledger } from './score_table';

function view(places: number[], tallies: [string, number, string][][]): Head {
  return { places, boards: tallies.map((tally, seat) => ({ seat, tally })) } as unknown as Head;
}

const match = view(
  [2, 1, 3],
  [
    [
      ['start', 10, '0'],
      ['high', 8, '3'],
      ['late', 1, '0'],
    ],
    [
      ['start', 10, '0'],
      ['high', 12, '7'],
    ],
    [
      ['start', 10, '0'],
      ['high', 4, '1'],
    ],
  ],
);

describe('the ledger', () => {
  it('puts the first place first', () => {
    expect(columns(match)).toEqual([1, 0, 2]);
    expect(columns(view([1, 2, 1], [[], [], []]))).toEqual([0, 2, 1]);
  });

  it('has a row per rule, the best marked where they differ', () => {
    const rows = ledger(match);
    expect(rows.map(({ rule }) => rule)).toEqual(['start', 'high', 'late']);
    expect(rows[0]).toMatchObject({ points: [10, 10, 10], best: [false, false, false] });
    expect(rows[1]).toMatchObject({ points: [12, 8, 4], best: [true, false, false] });
    expect(rows[1]?.from.get(0)).toBe('3');
    expect(rows[2]).toMatchObject({ points: [null, 1, null], best: [false, true, false] });
  });

  it('puts a line where the board has it that has it', () => {
    const late = view(
      [1, 2],
      [
        [
          ['start', 10, '0'],
          ['high', 1, '0'],
        ],
        [
          ['start', 10, '0'],
          ['first', 3, '0'],
          ['high', 0, '0'],
          ['late', 1, '0'],
        ],
      ],
    );
    expect(ledger(late).map(({ rule }) => rule)).toEqual(['start', 'first', 'high', 'late']);
  });

  it('keeps two entries of one rule apart', () => {
    const twice = view(
      [1],
      [
        [
          ['largest', 2, '1'],
          ['largest', 3, '2'],
        ],
      ],
    );
    expect(ledger(twice).map(({ points }) => points[0])).toEqual([2, 3]);
  });
});
