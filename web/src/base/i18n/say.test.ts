import { describe, expect, it } from 'vitest';
import { decimal, plain, signed } from './number';
import { speaker } from './say';

const say = speaker({
  plural: '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)',
  forms: {
    cards: ['{0} karta', '{0} karty', '{0} kart'],
    change: ['Zmiana: {0:+}'],
    of: ['Karta {0} z {1}'],
    hello: ['Cześć, {name}.'],
    both: ['{name} ma {0}'],
    braces: ['{{0}} {0}'],
  },
});

describe('say', () => {
  it('chooses the plural by the first number', () => {
    expect([1, 2, 5, 12, 22, 0].map((n) => say('cards', n))).toEqual([
      '1 karta',
      '2 karty',
      '5 kart',
      '12 kart',
      '22 karty',
      '0 kart',
    ]);
    expect(say('cards', -2)).toBe('\u22122 karty');
  });

  it('shows signs, with a real minus', () => {
    expect(say('change', 3)).toBe('Zmiana: +3');
    expect(say('change', -3)).toBe('Zmiana: \u22123');
    expect(say('change', 0)).toBe('Zmiana: +0');
  });

  it('writes bare numbers', () => {
    expect([signed(3), signed(-3), signed(0), plain(-3), plain(3)]).toEqual(['+3', '\u22123', '0', '\u22123', '3']);
  });

  it('writes a sign before a gain and a loss with one place, and none before nothing', () => {
    const numbers = [0.5, -0.5, 0];
    expect(numbers.map((n) => decimal(n, 'en', true))).toEqual(['+0.5', '\u22120.5', '0.0']);
    expect(numbers.map((n) => decimal(n, 'pl'))).toEqual(['0,5', '\u22120,5', '0,0']);
  });

  it('fills numbers and names, in any order', () => {
    expect(say('of', 3, 28)).toBe('Karta 3 z 28');
    expect(say('hello', { name: '{0} $& Ola' })).toBe('Cześć, {0} $& Ola.');
    expect(say('both', 4, { name: 'Ola' })).toBe('Ola ma 4');
    expect(say('both', { name: 'Ola' }, 4)).toBe('Ola ma 4');
  });

  it('leaves what it does not know', () => {
    expect(say('no.such')).toBe('no.such');
    expect(say('toString')).toBe('toString');
    expect(say('of', 3)).toBe('Karta 3 z {1}');
    expect(say('braces', 1)).toBe('{0} 1');
  });
});
