import { describe, expect, it } from 'vitest';
import { counted, kindOf, sourceOf, tooMuch } from './items';
import { bestOf, orders, partners, reachable } from './pairs';
import { sample } from '../testing/sample';

const view = sample();

describe('pairs', () => {
  it('proposes the order that keeps ingenuity', () => {
    expect(bestOf(view, 'a1', 'a2')?.take).toEqual(['a2', 'a1']);
    expect(bestOf(view, 'a2', 'a1')?.take).toEqual(['a2', 'a1']);
  });

  it('keeps the order of the clicks where both are alike', () => {
    const pairs = [
      ['a1', 'b1'],
      ['b1', 'a1'],
    ].map(([one = '', two = '']) => ({ take: [one, two] as const, pays: [], gain: 0, tokens: 0 }));
    const even = sample({ pairs });
    expect(bestOf(even, 'b1', 'a1')?.take).toEqual(['b1', 'a1']);
    expect(bestOf(even, 'a1', 'b1')?.take).toEqual(['a1', 'b1']);
  });

  it('prefers what can be paid, then what brings more', () => {
    const pairs = [
      { take: ['a1', 'a2'] as const, pays: [['energy-1']], gain: 1, tokens: 0 },
      { take: ['a2', 'a1'] as const, pays: [['ingenuity-energy', 'energy-1']], gain: 3, tokens: 0 },
      { take: ['a1', 'b1'] as const, lacks: { energy: 1 }, jokers: 0 },
      { take: ['b1', 'a1'] as const, pays: [['energy-2']], gain: -4, tokens: 0 },
    ];
    expect(bestOf(sample({ pairs }), 'a1', 'a2')?.take).toEqual(['a2', 'a1']);
    expect(bestOf(sample({ pairs }), 'a1', 'b1')?.take).toEqual(['b1', 'a1']);
  });

  it('knows one order of two resources, whichever is clicked first', () => {
    expect(bestOf(view, 'b2', 'a2')?.take).toEqual(['a2', 'b2']);
    expect(orders(view, 'b2', 'a2')).toHaveLength(1);
    expect(orders(view, 'a1', 'd4')).toEqual([]);
  });

  it('shows what lies beside a card, payable or not', () => {
    expect(partners(view, 'a1').map(({ cell, pair }) => [cell, pair.pays !== undefined])).toEqual([
      ['b1', false],
      ['a2', true],
    ]);
    expect(partners(view, 'd4')).toEqual([]);
    expect([...reachable(view)].sort()).toEqual(['a1', 'a2', 'b2']);
  });
});

describe('what pays', () => {
  it('tells its source and kind', () => {
    expect(['permanent-energy', 'energy-1', 'energy-2', 'ingenuity-energy'].map(sourceOf)).toEqual([
      'city',
      'card',
      'card',
      'joker',
    ]);
    expect(['permanent-energy', 'ecology-2', 'ingenuity-industry'].map(kindOf)).toEqual([
      'energy',
      'ecology',
      'industry',
    ]);
  });

  it('counts what is given away, and equal items', () => {
    expect(tooMuch(['energy-2', 'ecology-1'], { energy: 1, ecology: 1 })).toBe(1);
    expect(tooMuch(['permanent-energy', 'ingenuity-energy'], { energy: 2 })).toBe(0);
    expect(counted(['a-1', 'a-1', 'b-1'])).toEqual([
      { item: 'a-1', count: 2 },
      { item: 'b-1', count: 1 },
    ]);
  });
});
