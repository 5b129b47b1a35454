import { expect, it } from 'vitest';
import { pictureOf } from './picture';
import { printed, usualPaper } from '../../base/print_sheets';

it('pictures every score line of the twelve sheets', () => {
  const lines = [
    'pass_row',
    'pass_row.church',
    'visible.tree',
    'visible.tree.whole',
    'visible.rock',
    'visible.empty',
    'largest_group',
    'well.well',
    'church',
  ];
  lines.push(
    'race_covered.plateau',
    'race_covered.forest',
    'race_covered.gold',
    'surrounded.bandit',
    'full_groups',
    'unpassed',
    'all_covered.rock',
    'all_covered.empty',
  );
  for (const line of lines) expect(Object.keys(pictureOf(line)), line).not.toEqual([]);
  expect(pictureOf('all_covered.rock')).toEqual({ thing: 'rock', off: true });
  expect(pictureOf('something.else')).toEqual({});
});

it('prints on the paper of the country', () => {
  expect(usualPaper('en-US')).toBe('letter');
  expect(usualPaper('en-GB')).toBe('a4');
  expect(usualPaper('pl')).toBe('a4');
  expect(printed('roll_and_build/7', 'a4', 'pl')).toBe('/api/print/roll_and_build/7?paper=a4&lang=pl');
});
