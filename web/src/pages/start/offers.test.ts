import { describe, expect, it } from 'vitest';
import type { GameOffer } from '../../base/api/types';
import { botsFor, gamesOf, ownBot, parted, peopleOf } from './offers';

const offer = (game: string, seats: number[], sits: GameOffer['sits'] = []): GameOffer => ({
  game,
  version: 1,
  seats,
  options: {},
  sits,
  times: {},
  series: [],
});
const long = offer('towers/long', [1, 2, 3, 4]);
const table = offer('cards/table', [2, 3, 4]);
const alone = offer('cards/alone', [2], [{ seat: 1, bot: 'rival' }]);

describe('offers', () => {
  it('stand together by game', () => {
    expect(gamesOf([long, table, alone])).toEqual([
      { name: 'towers', offers: [long] },
      { name: 'cards', offers: [table, alone] },
    ]);
  });

  it('have episodes of a sealed campaign apart', () => {
    const sealed = { ...long, game: 'towers/7', episode: { series: 'towers/campaign', chapter: '3', number: 7 } };
    expect(parted([long, sealed])).toEqual({ named: [long], episodes: [sealed] });
  });

  it('count people, not the bots of the game', () => {
    expect(peopleOf([long])).toEqual({ least: 1, most: 4 });
    expect(peopleOf([table, alone])).toEqual({ least: 1, most: 4 });
    expect(peopleOf([alone])).toEqual({ least: 1, most: 1 });
  });

  it('have room for so many bots', () => {
    expect([1, 2, 3, 7].map((wish) => botsFor(table, wish))).toEqual([1, 2, 3, 3]);
    expect(botsFor(alone, 3)).toBe(0);
    expect(botsFor(offer('odd/one', [2, 4]), 2)).toBe(3);
  });

  it('know whose a seat is', () => {
    expect([0, 1].map((seat) => ownBot(alone, seat))).toEqual([null, 'rival']);
  });
});
