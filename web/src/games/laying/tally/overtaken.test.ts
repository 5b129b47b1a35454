import { expect, it } from 'vitest';
import { overtaken } from './overtaken.svelte';
import type { View } from '../view';

const FARM = 'most.largest:F';
const view = (leaders: number[], sealed = false): View =>
  ({
    majorities: [[FARM, [3, 4], leaders]],
    sealed,
  }) as unknown as View;

it('tells who leads in one’s place, and nothing of what that costs', () => {
  expect(overtaken(view([0]), view([1]), 0)).toEqual([{ rule: FARM, by: [1] }]);
});

it('tells nothing of what is shared, was never led, or is sealed', () => {
  expect(overtaken(view([0]), view([0, 1]), 0)).toEqual([]);
  expect(overtaken(view([1]), view([1]), 0)).toEqual([]);
  expect(overtaken(view([0]), view([1], true), 0)).toEqual([]);
});
