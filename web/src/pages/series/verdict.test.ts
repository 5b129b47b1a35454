import { describe, expect, it } from 'vitest';
import type { Say } from '../../base/i18n/say';
import { verdict } from './verdict';

const say: Say = (id, ...fills) =>
  [
    id.replace('web.result.', ''),
    ...fills.map((fill) => (typeof fill === 'object' ? Object.values(fill).join(' ') : fill)),
  ].join(' ');
const told = (values: number[], places: number[], mine: number[] = []) =>
  verdict({ values, places }, ['Ola', 'Jan', 'Ida'], mine, say);

describe('who wins', () => {
  it('is named with the first two values', () => {
    expect(told([5, 9, 7], [3, 1, 2])).toBe('win Jan 9 7');
    expect(told([5, 9, 7], [3, 1, 2], [1])).toBe('win.me Jan 9 7');
    expect(told([5, 9, 7], [3, 1, 2], [0, 1])).toBe('win Jan 9 7');
  });

  it('may be several, or one by a tie-break', () => {
    expect(told([9, 9, 7], [1, 1, 3])).toBe('shared Ola, Jan 9');
    expect(told([9, 9, 7], [2, 1, 3])).toBe('close Jan 9 9');
  });

  it('is nobody alone', () => {
    expect(told([-3], [1])).toBe('alone -3');
    expect(told([], [])).toBe('');
  });
});
