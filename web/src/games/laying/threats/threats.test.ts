import { describe, expect, it } from 'vitest';
import type { Threat } from '../chapter_drawings.svelte';
import { hatched } from '../drawing/hatching';
import { geometry } from '../grid/geometry';
import { Strike } from './strike.svelte';
import { isNear, justStruck, nextOf } from './threats';
import type { BoardView } from '../view';

const threat = (rule: string, after: number, isPast = false, cells = '3'): Threat => ({
  rule,
  name: rule,
  after,
  cells,
  isPast,
  colour: 'red',
  edge: 'white',
  hatch: 'red',
  from: 'north',
});
const board = (round: number, more: object = {}): BoardView =>
  ({ seat: 0, round, notes: {}, clear: 'f', ...more }) as unknown as BoardView;

describe('what strikes after a round', () => {
  it('is near in the last two rounds before it', () => {
    const near = [5, 6, 7, 8].map((round) => isNear(threat('a', 8), board(round)));
    expect(near).toEqual([false, true, true, true]);
    expect(isNear(threat('a', 8, true), board(7))).toBe(false);
  });

  it('comes in the order of the rounds', () => {
    expect(nextOf([threat('c', 20), threat('a', 8, true), threat('b', 14)])?.rule).toBe('b');
    expect(nextOf([threat('a', 8, true)])).toBeUndefined();
  });

  it('has just struck where it was awaited and took something', () => {
    const before = [threat('a', 8), threat('b', 14)];
    expect(justStruck(before, [threat('a', 8, true), threat('b', 14)]).map(({ rule }) => rule)).toEqual(['a']);
    expect(justStruck(before, [threat('a', 8, true, '0')])).toEqual([]);
    expect(justStruck([threat('a', 8, true)], [threat('a', 8, true)])).toEqual([]);
  });

  it('hatches its cells', () => {
    const grid = geometry({ lattice: 'hex', top: 0, left: 0, width: 3, cells: '3', joins: [], river: [] });
    expect(hatched(grid, grid.positions(3n), 'red', 'p')).toContain('url(#p)');
    expect(hatched(grid, [], 'red', 'p')).toBe('');
  });
});

describe('a strike', () => {
  const [awaited, past] = [[threat('a', 8)], [threat('a', 8, true)]];

  it('moves over the board as it was, then the board is as it is', () => {
    const strike = new Strike();
    const [before, after] = [board(7), board(8, { clear: 'c', notes: { lost: '3' } })];
    strike.see('game/1', before, awaited);
    expect(strike.moving).toEqual([]);
    strike.see('game/1', after, past);
    expect(strike.shown(after)).toMatchObject({ round: 8, clear: 'f', notes: {} });
    strike.settle();
    expect([strike.shown(after), strike.told.length]).toEqual([after, 1]);
    strike.putAside();
    expect(strike.told).toEqual([]);
  });

  it.each([
    ['another seat', 'game/1', board(8, { seat: 1 })],
    ['another match', 'game/1', board(1)],
    ['another game', 'game/2', board(9)],
  ])('is put aside when %s is shown', (_, game, shown) => {
    const strike = new Strike();
    strike.see('game/1', board(7), awaited);
    strike.see('game/1', board(8, { clear: 'c' }), past);
    expect(strike.moving).toHaveLength(1);
    strike.see(game, shown, awaited);
    expect([strike.told, strike.moving, strike.shown(shown)]).toEqual([[], [], shown]);
  });

  it('is none for whoever comes later, for another seat, or in another match', () => {
    const strike = new Strike();
    strike.see('game/1', board(9), past);
    strike.see('game/1', board(7, { seat: 1 }), awaited);
    strike.see('game/1', board(8, { seat: 0 }), past);
    strike.see('game/2', board(7), awaited);
    strike.see('game/3', board(8), past);
    expect([strike.told, strike.moving]).toEqual([[], []]);
  });
});
