import { expect, it } from 'vitest';
import type { Say } from '../../base/i18n/say';
import { answerWords } from './answer_words';
import { registerSkin, type Skin } from './skin';
import type { View } from './view';

const say: Say = (id) => id;
registerSkin('towers', { card: (card: string) => `${card}: field, wall` } as unknown as Skin);

const view = (lattice: string): View =>
  ({ game: 'towers/one', grid: { lattice }, shapes: { t7: [[], ['F', 'W']], U5: [[], []] } }) as unknown as View;

it('names what a tile shows and a square, never a hex or how often a piece is turned', () => {
  expect(answerWords(view('hex'), ['place', 't7', 4, '3,5'], say)).toBe('-t7: field, wall');
  expect(answerWords(view('square'), ['place', 'U5', 2, 'D8'], say)).toBe('shape.U5, D8');
  expect(answerWords(view('square'), ['pass'], say)).toBe('answer.pass');
});
