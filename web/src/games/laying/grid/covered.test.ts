import { expect, it } from 'vitest';
import { coveredWords, draftCovers } from './covered';

const GOLD = 'race_covered.vein';
const land = { ground: { layers: { vein: ['6'] } }, board: { clear: 'd' } }; // cell 1 is covered, cell 2 is not
const say = (id: string, ...numbers: unknown[]): string => [id, ...numbers].join(' ');

it('tells how many things of a race are built on', () => {
  expect(coveredWords(land, GOLD, say)).toBe('web.play.covered 1 2');
  expect(coveredWords(land, 'visible.tree', say)).toBe('');
  expect(coveredWords(land, 'race_covered.gold', say)).toBe('');
});

it('tells what a draft does for a race, where it covers one more', () => {
  expect(draftCovers(land, [GOLD, 'visible.tree'], 0b100n, say)).toEqual([`tally.${GOLD}. web.play.covered 2 2`]);
  expect(draftCovers(land, [GOLD], 0b1000n, say)).toEqual([]);
});
