import { expect, test } from 'vitest';
import type { BotOffer } from '../base/api/types';
import { botManner, offeredBots, newcomers } from './bots';

const ALL = ['some_game', 'other_game'];
const BOTS: BotOffer[] = [
  { id: 'owl', level: 5, games: ['other_game'] },
  { id: 'mole', level: 1, games: ALL },
  { id: 'swallow', level: 2, games: ALL },
  { id: 'beaver', level: 3, games: ALL },
  { id: 'greedy', level: null, games: ALL },
];

test('those who play a game are offered from the weakest on, and bots without a level after them', () => {
  const { characters, others } = offeredBots(BOTS, 'some_game/way');
  expect(characters.map(({ id }) => id)).toEqual(['mole', 'swallow', 'beaver']);
  expect(others.map(({ id }) => id)).toEqual(['greedy']);
});

test('bots that sit down are different ones, as long as there are any', () => {
  expect(newcomers(BOTS, 'some_game/way', 3, [])).toEqual(['beaver', 'swallow', 'mole']);
  expect(newcomers(BOTS, 'some_game/way', 2, ['beaver'])).toEqual(['swallow', 'mole']);
  expect(newcomers(BOTS, 'some_game/way', 1, ['beaver', 'swallow', 'mole'])).toEqual(['beaver']);
  expect(newcomers(BOTS, 'some_game/way', 4, [])).toEqual(['beaver', 'swallow', 'mole', 'beaver']);
  expect(newcomers([], 'some_game/way', 2, [])).toEqual(['greedy', 'greedy']);
});

test('a bot that nobody has described has no sentence', () => {
  expect(botManner('owl', (id) => (id === 'bot.owl.manner' ? 'Sees all.' : id))).toBe('Sees all.');
  expect(botManner('robo', (id) => id)).toBe('');
});
