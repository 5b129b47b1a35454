import { expect, it } from 'vitest';
import { overtaken } from './overtaken.svelte';
import type { View } from '../view';

const FARM = 'most.largest:F';
const view = (leaders: number[], points: number, sealed = false): View =>
  ({
    majorities: [[FARM, [3, 4], leaders]],
    boards: [{ seat: 0, tally: [[FARM, points, '0']] }],
    sealed,
  }) as unknown as View;

it('tells who leads in one’s place, and what that costs', () => {
  expect(overtaken(view([0], 5), view([1], 0), 0)).toEqual([{ rule: FARM, by: [1], points: -5 }]);
});

it('tells nothing of what is shared, was never led, or is sealed', () => {
  expect(overtaken(view([0], 5), view([0, 1], 5), 0)).toEqual([]);
  expect(overtaken(view([1], 0), view([1], 0), 0)).toEqual([]);
  expect(overtaken(view([0], 5), view([1], 0, true), 0)).toEqual([]);
});
