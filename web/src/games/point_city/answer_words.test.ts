import { expect, it } from 'vitest';
import { answerWords } from './answer_words';
import { echo, sample } from './testing/sample';

const told = (...answer: string[]) => answerWords(sample(), answer, echo);

it('names cards, payments and tokens, never cells or keys', () => {
  expect(told('take', 'a1', 'a2')).toBe('answer.take: building.G06-industry, resource.energy');
  expect(told('flip', 'a4')).toBe('answer.flip: resource.energy');
  expect(told('pay', 'permanent-energy', 'energy-1')).toBe('answer.pay: item.permanent-energy, item.energy-1');
  expect(told('token', 'flat-5')).toBe('answer.token: token.flat-5');
  expect(told('draw')).toBe('answer.draw');
});
