import { expect, it } from 'vitest';
import type { GameOffer } from '../../base/api/types';
import { isForOne } from '../../games/registry';
import { botsBeside, botsFor } from './offers';

const offer = (game: string, seats: number[]): GameOffer => ({
  game,
  version: 1,
  seats,
  options: {},
  sits: [],
  times: {},
  series: [],
});

it('is offered by a button, where a game has a seat for one', () => {
  for (const game of ['my_city/eternal', 'my_island/eternal', 'roll_and_build/1'])
    expect(isForOne(game) && botsBeside(offer(game, [1, 2, 3, 4])).includes(0)).toBe(true);
});

it('has as many bots beside one as were wished for, in every game', () => {
  expect(botsFor(offer('my_island/eternal', [1, 2, 3, 4]), 2)).toBe(2);
  expect(botsFor(offer('roll_and_build/1', [1, 2, 3, 4, 5, 6]), 2)).toBe(2);
  expect(botsFor(offer('point_city/table', [2, 3, 4]), 2)).toBe(2);
});
