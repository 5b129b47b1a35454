import { describe, expect, it } from 'vitest';
import type { Told } from '../../live/log/playback.svelte';
import { rhythm } from './rhythm';
import type { View } from './view';

interface Board {
  laid?: number;
  passes?: number;
  ended?: string;
}

/** What seat 0 is told; of each board how many pieces lie there. */
function told(boards: Board[], rest: Partial<View> = {}, newLines = 1, seat: number | null = 0): Told<View> {
  const view = {
    phase: 'rounds',
    to_act: [0],
    boards: boards.map(({ laid = 0, passes = 0, ended = '' }, at) => ({
      seat: at,
      laid: Array.from({ length: laid }, () => ['Y', 'I2', 0, '1']),
      passes,
      ended,
    })),
    pieces: ['next'],
    ...rest,
  };
  return {
    match: 'm',
    seat,
    view: view as unknown as View,
    log: { match: 'm', lines: [], newLines, botLines: [] },
  };
}
const seats = (before: Told<View>, next: Told<View>) => rhythm.stepsTo(before, next).map(({ seat }) => seat);
const laid = ({ view }: Told<View>) => view.boards.map((board) => board.laid.length);

const BEFORE = told([{ laid: 1 }, { laid: 1 }, { laid: 1 }, { laid: 1 }]);
const AFTER = told([{ laid: 2 }, { laid: 2 }, { laid: 1, passes: 1 }, { laid: 1 }]);

describe('a round that closes', () => {
  it('is seen board by board, around the table from one’s own', () => {
    expect(seats(BEFORE, AFTER)).toEqual([1, 2]);
    expect(seats({ ...BEFORE, seat: 2 }, { ...AFTER, seat: 2 })).toEqual([0, 1]);
    expect(seats({ ...BEFORE, seat: null }, { ...AFTER, seat: null })).toEqual([0, 1, 2]);
    expect(seats(BEFORE, told([{ laid: 2 }, { laid: 1, ended: 'last' }, { laid: 1 }, { laid: 1 }]))).toEqual([1]);
  });

  it('leaves the next card to its player at once', () => {
    const [now, ...waiting] = rhythm.stepsTo(BEFORE, told([{ laid: 2 }, { laid: 2 }, { laid: 2 }, { laid: 2 }]));
    const shown = rhythm.shown(told([{ laid: 3 }, { laid: 2 }, { laid: 2 }, { laid: 2 }]), now ?? null, waiting);
    expect(laid(shown)).toEqual([3, 2, 1, 1]);
    expect([shown.view.pieces, shown.view.to_act]).toEqual([['next'], [0]]);
  });

  it('shows a board as it stood before the first of its steps that are to come', () => {
    const later = told([{ laid: 2 }, { laid: 3 }, { laid: 2 }, { laid: 1 }]);
    const waiting = [...rhythm.stepsTo(BEFORE, AFTER), ...rhythm.stepsTo(AFTER, later)];
    expect(laid(rhythm.shown(later, null, waiting))).toEqual([2, 1, 1, 1]);
    expect(laid(rhythm.shown(later, null, waiting.slice(1)))).toEqual([2, 2, 1, 1]);
  });

  it('is no step in what was told before one came, nor where boards were shut', () => {
    expect(seats(BEFORE, { ...AFTER, log: { ...AFTER.log!, newLines: 0 } })).toEqual([]);
    const shut = told([{ laid: 2 }, { laid: 0 }, { laid: 0 }, { laid: 0 }], { sealed: true });
    expect(seats(shut, AFTER)).toEqual([]);
    expect(seats(shut, { ...AFTER, view: { ...AFTER.view, phase: 'over' } })).toEqual([null]);
  });
});

describe('the end', () => {
  const over = { ...AFTER, view: { ...AFTER.view, phase: 'over' } };

  it('comes after the last building was looked at', () => {
    const steps = rhythm.stepsTo(BEFORE, over);
    expect(steps.map(({ seat, blocks }) => [seat, blocks])).toEqual([
      [1, false],
      [2, false],
      [null, true],
    ]);
    const last = rhythm.shown(over, steps[2]!, []);
    expect([last.view.phase, last.view.to_act, last.view.pieces, laid(last)]).toEqual(['rounds', [], [], [2, 2, 1, 1]]);
  });

  it('is seen once', () => {
    const counted = { ...over, view: { ...over.view, phase: 'reward' } };
    expect(seats(counted, over)).toEqual([]);
  });
});
