import { expect, it } from 'vitest';
import { tokenSize } from './token_size';

const LIMITS = [34, 64] as const;

it('makes tokens as large as fits', () => {
  expect(tokenSize(1, 300, 200, LIMITS)).toBe(64);
  expect(tokenSize(14, 326, 210, LIMITS)).toBe(52);
  expect(tokenSize(14, 326, 105, LIMITS)).toBe(36);
});

it('stays within its limits where nothing fits', () => {
  expect(tokenSize(14, 100, 40, LIMITS)).toBe(34);
  expect(tokenSize(14, 0, 0, LIMITS)).toBe(34);
});

it('never leaves a token below the edge', () => {
  for (let many = 1; many <= 14; many++) {
    const size = tokenSize(many, 330, 180, LIMITS);
    const rows = Math.ceil(many / Math.floor(336 / (size + 6)));
    expect(rows * (size * 1.03 + 12) + (rows - 1) * 6).toBeLessThanOrEqual(180);
  }
});
