import { describe, expect, it } from 'vitest';
import { bent, geometry, short, squareLoops, squareOutline, type Position } from './geometry';
import { bits, count, has, highest, mask } from './masks';

describe('masks', () => {
  it('read hex strings far beyond 53 bits', () => {
    const set = mask('7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff7ff');
    expect(count(set)).toBe(121);
    expect(has(set, 11)).toBe(false);
    expect(has(set, 12)).toBe(true);
    expect(has(set, -1)).toBe(false);
    expect(bits(mask('2a'))).toEqual([1, 3, 5]);
    expect(bits(mask(''))).toEqual([]);
    expect(highest(mask('10'))).toBe(4);
  });
});

describe('squares', () => {
  const grid = geometry({ lattice: 'square', top: 2, left: 1, width: 4, cells: '77', joins: [], river: [] });

  it('know their cells, names and points', () => {
    expect([grid.rows, grid.columns]).toEqual([2, 3]);
    expect(grid.position(5)).toEqual([3, 2]);
    expect(grid.bit([3, 2])).toBe(5);
    expect(grid.bit([3, 4])).toBe(-1);
    expect(grid.bit([1, 1])).toBe(-1);
    expect(grid.name([3, 2])).toBe('C4');
    expect(grid.read('C4')).toEqual([3, 2]);
    expect(grid.read('c4')).toBeNull();
    expect(grid.middle([2, 1])).toEqual([24, 24]);
    expect(grid.nearest([47.9, 48.1])).toEqual([3, 1]);
    expect(grid.nearest([-1, 0])).toEqual([2, 0]);
  });
});

describe('outlines', () => {
  const ring: Position[] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]];

  it('join straight runs', () => {
    expect(squareLoops([[0, 0], [0, 1]])).toEqual([[[0, 0], [2, 0], [2, 1], [0, 1]]]);
  });

  it('have one loop per border, holes too', () => {
    expect(squareLoops(ring)).toHaveLength(2);
  });

  it('keep cells apart that touch by a corner only', () => {
    expect(squareLoops([[0, 0], [1, 1]])).toHaveLength(2);
  });

  it('are inset and rounded', () => {
    expect(squareOutline([[0, 0]], 2, 6)).toBe('M2 8q0 -6 6 -6L40 2q6 0 6 6L46 40q0 6 -6 6L8 46q-6 0 -6 -6Z');
  });

  it('write short numbers', () => {
    expect([short(0.25), short(-0.5), short(3), short(2.04)]).toEqual(['.3', '-.5', '3', '2']);
  });

  it('bend the river round its corners', () => {
    expect(bent([[0, 0], [0, 48], [0, 96], [48, 96]], 18)).toBe('M0 0L0 78Q0 96 18 96L48 96');
  });
});
