import { describe, expect, it } from 'vitest';
import type { Delta, Push } from '../../base/api/types';
import { fold, pushAfter } from './delta';
import { known, known_vectors, vectors } from './delta_vectors.json';

type Json = Parameters<typeof fold>[0];

describe('folding a change', () => {
  it.each(vectors.map((vector, index) => [index, vector] as const))('gives what Python gives: %i', (_, vector) => {
    const [before, change, after] = vector as [Json, Json, Json];
    const kept = JSON.stringify(before);
    expect(fold(before, change)).toEqual(after);
    expect(JSON.stringify(before)).toBe(kept);
  });

  it.each(known_vectors.map((vector, index) => [index, vector] as const))('knows what it was told: %i', (_, vector) => {
    const [before, change, after] = vector as unknown as [Json, Json, Json];
    const kept = JSON.stringify([before, known]);
    expect(fold(before, change, known)).toEqual(after);
    expect(JSON.stringify([before, known])).toBe(kept);
  });

  it('shares what has not changed', () => {
    const before = { boards: [{ ready: false }, { ready: false }], grid: { width: 12 } };
    const after = fold(before, { boards: { 0: { ready: true } } }) as typeof before;
    expect(after.boards[0]).toEqual({ ready: true });
    expect([after.grid, after.boards[1]]).toEqual([before.grid, before.boards[1]]);
    expect(after.grid).toBe(before.grid);
    expect(after.boards[1]).toBe(before.boards[1]);
  });
});

describe('a push after a delta', () => {
  const push = { type: 'push', match: 'm', seat: 0, number: 3, n: 1, seq: 2, news: ['0 pass'], view: { round: 1 } };
  const before = push as unknown as Push;
  const delta: Delta = { type: 'delta', seat: 0, number: 4, changes: [{ n: 2 }, { view: { round: 2 } }] };

  it('has all changes in their order, and no old news', () => {
    expect(pushAfter(before, delta)).toEqual({ ...push, number: 4, n: 2, view: { round: 2 }, news: [], by_bot: [] });
    const told = { ...delta, changes: [], seq: 3, news: ['1 pass'], by_bot: [0] };
    expect(pushAfter(before, told)).toEqual({ ...push, number: 4, seq: 3, news: ['1 pass'], by_bot: [0] });
  });

  it.each([
    ['nothing came before', undefined, delta],
    ['a message is missing', before, { ...delta, number: 5 }],
  ])('is not made when %s', (_, earlier, late) => {
    expect(pushAfter(earlier, late)).toBeNull();
  });
});
