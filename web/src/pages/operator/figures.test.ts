import { describe, expect, it } from 'vitest';
import { count, moment, size } from './figures';

describe('figures', () => {
  it('are short and in the language', () => {
    expect(size(0, 'en')).toBe('0 B');
    expect(size(999, 'en')).toBe('999 B');
    expect(size(3_440_000_000, 'en')).toBe('3.4 GB');
    expect(size(3_440_000_000, 'pl')).toBe('3,4 GB');
    expect(size(5e18, 'en')).toBe('5,000,000 TB');
    expect(count(12_345, 'en')).toBe('12,345');
    expect(moment(86_400 * 15, 'en')).toMatch(/^1[56] Jan 1970, \d\d:/);
    expect(moment(86_400 * 15, 'pl')).toMatch(/^1[56] sty 1970, \d\d:/);
  });
});
