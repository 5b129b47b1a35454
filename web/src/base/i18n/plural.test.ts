import { describe, expect, it } from 'vitest';
import { readPlural } from './plural';

const POLISH = '(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)';
const counts = Array.from({ length: 200 }, (_, n) => n);

describe('the plural formula', () => {
  it('counts in English', () => {
    const plural = readPlural('(n != 1)');
    expect([0, 1, 2, 21].map(plural)).toEqual([1, 0, 1, 1]);
  });

  it('counts in Polish', () => {
    const few = (n: number) => [2, 3, 4].includes(n % 10) && ![12, 13, 14].includes(n % 100);
    const wanted = counts.map((n) => (n === 1 ? 0 : few(n) ? 1 : 2));
    expect(counts.map(readPlural(POLISH))).toEqual(wanted);
  });

  it('knows Arabic, Slovenian and one form for all', () => {
    const arabic = readPlural('n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;');
    expect([0, 1, 2, 3, 11, 100, 103].map(arabic)).toEqual([0, 1, 2, 3, 4, 5, 3]);
    const slovenian = readPlural('(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)');
    expect([1, 2, 3, 4, 5, 101].map(slovenian)).toEqual([0, 1, 2, 2, 3, 0]);
    expect(readPlural('0')(7)).toBe(0);
  });

  it('binds like C', () => {
    expect(readPlural('1 || 0 && 0')(0)).toBe(1);
    expect(readPlural('2 + 3 * 4 - 1')(0)).toBe(13);
    expect(readPlural('!n')(0)).toBe(1);
    expect(readPlural('10 - 3 - 2')(0)).toBe(5);
    expect(readPlural('7 / 2')(0)).toBe(3);
  });

  it.each(['', 'n +', '(n', 'n n', 'alert(1)', 'n ? 1', 'n = 1', 'm'])('refuses %j', (formula) => {
    expect(() => readPlural(formula)).toThrow(SyntaxError);
  });
});
