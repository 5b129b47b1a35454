import { expect, it } from 'vitest';
import type { Sitter } from '../contract';
import { waitsForPeople } from './thinking';

const SITTERS: Sitter[] = ['me', 'bot', 'bot', 'person'];
const waits = (seat: number, ...to_act: number[]) => waitsForPeople({ to_act }, seat, SITTERS);

it('is the last bot that waits, as long as people have not answered', () => {
  expect(waits(2, 0, 2)).toBe(true);
  expect(waits(2, 0, 2, 3)).toBe(true);
});

it('is nobody else', () => {
  expect(waits(2, 2)).toBe(false);
  expect(waits(2, 0, 1, 2)).toBe(false);
  expect(waits(3, 0, 3)).toBe(false);
});
