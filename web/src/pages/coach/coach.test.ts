import { expect, test } from 'vitest';
import type { CoachReport } from '../../base/api/coach';
import { speaker } from '../../base/i18n/say';
import { decimal } from '../../base/i18n/number';
import type { Head } from '../../base/api/view';
import { answerWords, beside, boundWords, canTry } from './coach';

const say = speaker({
  plural: 'n != 1',
  forms: {
    'coach.place': ['{cell}, turned {0}'],
    'coach.bound': ['at most {0}, gap {1}'],
    'coach.no_bound.rule': ['a rule without a bound'],
    'coach.no_bound.solver': ['no bound'],
    'coach.no_best': ['no best'],
    'answer.take': ['take'],
    'shape.U5': ['Horseshoe'],
  },
});

const REPORT: CoachReport = {
  mode: 'some/mode',
  seat: 0,
  value: 26,
  best: { value: 56, tally: [] },
  view: null,
  bound: 66,
  bound_lacks: '',
  gap: 10,
  luck: null,
  costliest: [],
  looked_at: 22,
};

test('an answer is told by its place, or as it is taken', () => {
  expect(answerWords(['place', 'U5', 2, 'D8'], say)).toBe('Horseshoe, D8, turned 2');
  expect(answerWords(['place', 't1', 0, '3,4'], say)).toBe('3,4, turned 0');
  expect(answerWords(['take', 'a1', 'a2'], say)).toBe('take a1 a2');
  expect(answerWords(['pass'], say)).toBe('pass');
});

test('a bound is told, or why there is none', () => {
  expect(boundWords(REPORT, say)).toBe('at most 66, gap 10');
  expect(boundWords({ ...REPORT, bound: null, bound_lacks: 'find' }, say)).toBe('a rule without a bound');
  expect(boundWords({ ...REPORT, bound: null }, say)).toBe('no bound');
  expect(boundWords({ ...REPORT, best: null }, say)).toBe('no best');
});

test('two tallies stand side by side, with rules that only one has', () => {
  expect(
    beside(
      [['start', 10]],
      [
        ['start', 10],
        ['other', 6],
      ],
    ),
  ).toEqual([
    { rule: 'start', own: 10, best: 10 },
    { rule: 'other', own: 0, best: 6 },
  ]);
});

test('numbers have one place and a real minus', () => {
  expect(decimal(-1.25, 'en', true)).toBe('\u22121.3');
  expect(decimal(2, 'pl', true)).toBe('+2,0');
});

test('a game tells answers in its own words, where the table is known', () => {
  const screens = { answerWords: () => 'two cards' };
  const view = {} as Head;
  expect(answerWords(['take', 'a1', 'a2'], say, view, screens)).toBe('two cards');
  expect(answerWords(['take', 'a1', 'a2'], say, view, {})).toBe('take a1 a2');
});

test('what lies on the table can be tried, what is only said cannot', () => {
  expect([['place', 't1', 0, '3,4'], ['take', 'a1', 'b1'], ['pass'], ['end']].map(canTry)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
