import { describe, expect, it } from 'vitest';
import type { GameOffer, Table } from '../../base/api/types';
import { botsFor, firstOffer, gamesOf, ownBot, parted, peopleOf } from './offers';

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

  it('begin with the campaign for those who know the game, while none of theirs goes on', () => {
    const campaign = { ...offer('towers/campaign', [2, 3]), series: ['towers/7'] };
    const sealed = { ...long, game: 'towers/7', episode: { series: 'towers/campaign', chapter: '3', number: 7 } };
    const [game] = gamesOf([long, campaign, sealed]);
    const at = (game: string, match = true, over = false) =>
      ({ game, match: match ? {} : null, series: game === campaign.game ? { over } : null }) as Table;
    const first = (...mine: Table[]) => firstOffer(game!, mine).game;
    expect([first(), first(at(table.game)), first(at(long.game, false))]).toEqual([long.game, long.game, long.game]);
    expect(first(at(long.game))).toBe(campaign.game);
    expect(first(at(long.game), at(campaign.game))).toBe(long.game);
    expect(first(at(campaign.game, true, true))).toBe(campaign.game);
    expect(firstOffer({ name: 'cards', offers: [table, alone] }, [at(table.game)]).game).toBe(table.game);
  });

  it('count people, not the bots of the game', () => {
    expect(peopleOf([long])).toEqual({ least: 1, most: 4 });
    expect(peopleOf([table, alone])).toEqual({ least: 1, most: 4 });
    expect(peopleOf([alone])).toEqual({ least: 1, most: 1 });
  });

  it('have room for so many bots', () => {
    expect([1, 2, 3, 7].map((wish) => botsFor(table, wish))).toEqual([1, 2, 3, 3]);
    expect(botsFor(alone, 3)).toBe(0);
    expect(botsFor(offer('dice/sheet', [1, 2, 3, 4, 5, 6]), 2)).toBe(2);
    expect(botsFor(offer('odd/one', [2, 4]), 2)).toBe(3);
  });

  it('know whose a seat is', () => {
    expect([0, 1].map((seat) => ownBot(alone, seat))).toEqual([null, 'rival']);
  });
});
