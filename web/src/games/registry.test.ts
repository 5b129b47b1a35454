import { expect, it } from 'vitest';
import { isForOne } from './registry';

it('offers every game alone that has a seat for one and no rival of its own', () => {
  const modes = ['my_city/eternal', 'my_island/eternal', 'roll_and_build/1', 'point_city/table'];
  expect(modes.map(isForOne)).toEqual([true, true, true, false]);
});
