import { describe, expect, it } from 'vitest';
import { echo, sample } from '../testing/sample';
import { bringsIn, countsIn, itemsIn, lackIn, nameOf, priceIn, spoken } from './words';

const view = sample();

describe('words', () => {
  it('names cards', () => {
    expect(nameOf({ building: 'G06-industry' }, echo)).toBe('building.G06-industry');
    expect(nameOf({ resource: 'energy', symbols: 2 }, echo)).toBe('2 × resource.energy');
  });

  it('counts kinds in their order and equal items together', () => {
    expect(countsIn({ ecology: 1, energy: 2 }, echo)).toBe('2 × resource.energy, resource.ecology');
    expect(itemsIn(['energy-1', 'energy-1', 'ingenuity-energy'], echo)).toBe(
      '2 × item.energy-1, item.ingenuity-energy',
    );
  });

  it('says all of a card, and what comes after it', () => {
    expect(spoken(view, 'a1', echo)).toBe(
      'web.pc.card.building|a1|building.G06-industry|2 × resource.energy|' +
        'web.pc.points|1, item.permanent-industry web.pc.then.up',
    );
    expect(spoken(view, 'b1', echo)).toContain('web.pc.token');
    expect(spoken(view, 'c1', echo)).toBe('web.pc.card.resource|c1|resource.energy web.pc.then.down');
    const market = [{ cell: 'a1', then: 'up' as const }, ...view.market.slice(1)];
    expect(spoken(sample({ market }), 'a1', echo)).toBe('web.pc.gap|a1 web.pc.then.up');
  });

  it('says which lines of the tally a pair changes, and what the best token is worth', () => {
    const take = ['a1', 'b1'] as const;
    expect(bringsIn({ take, lacks: {} }, echo)).toEqual([]);
    const changes = [['buildings', 4] as const, ['token.ingenuity', -2] as const];
    expect(bringsIn({ take, pays: [], changes, tokens: 1, row: [3, 8, 0] }, echo)).toEqual([
      'web.pc.brings|4|tally.buildings',
      'web.pc.brings|-2|tally.token.ingenuity',
      'web.pc.brings.token|8',
    ]);
  });

  it('says what a pair costs or lacks', () => {
    const [lacking, , paid, , free] = view.pairs;
    expect(paid && priceIn(paid, echo)).toBe('web.pc.pays|item.permanent-energy, item.ingenuity-energy');
    expect(free && priceIn(free, echo)).toBe('web.pc.free');
    expect(lacking && lackIn(lacking, echo)).toEqual({
      tone: 'bad',
      lines: ['web.pc.lacks|4 × resource.economy web.pc.lacks.jokers|1'],
    });
  });
});
