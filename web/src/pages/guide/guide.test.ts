import { expect, it } from 'vitest';
import type { GuideStep, GuideUntil } from '../../base/api/types';
import { answersOf, BEGIN, follow, type Facts } from './guide';

const step = (id: string, until: GuideUntil): GuideStep => ({ id, at: 'board', cells: [], until });
const draft = (covers: string[], after = 0): GuideUntil => ({ do: 'draft', covers, after });
const answer = (verb: string, times: number): GuideUntil => ({ do: 'answer', verb, times });

const STEPS = [
  step('lay', draft(['A1', 'A2'])),
  step('build', answer('place', 1)),
  step('again', draft(['B1'], 1)),
  step('built', answer('place', 2)),
  step('line', { do: 'look', at: 'tally.first' }),
  step('go', answer('', 4)),
];

const facts = (some: Partial<Facts>): Facts => ({ answers: [], plan: null, looks: [], ...some });
const lies = (...cells: string[]): Partial<Facts> => ({ plan: { cells, legal: true } });

/** The steps that stand after each of these moments, and which of them were called wrong or strayed. */
function walk(...moments: Partial<Facts>[]): string[] {
  let now = BEGIN;
  return moments.map((moment) => {
    now = follow(STEPS, now, facts(moment));
    const marks = `${now.wrong ? ' wrong' : ''}${now.strayed ? ' strayed' : ''}`;
    return `${STEPS[now.step]?.id ?? 'over'}${marks}`;
  });
}

it('goes on by what the player does', () => {
  const one = { answers: ['place T 0 A1'] };
  const two = { answers: ['place T 0 A1', 'place I 1 B1'] };
  expect(
    walk(
      {},
      lies('A1', 'A2', 'A3'),
      { ...one },
      { ...one, ...lies('B1') },
      two,
      { ...two, looks: ['deck'] },
      { ...two, looks: ['tally.first'] },
      { answers: [...two.answers, 'pass'] },
      { answers: [...two.answers, 'pass', 'place O 0 C1'] },
    ),
  ).toEqual(['lay', 'build', 'again', 'built', 'line', 'line', 'go', 'go', 'over']);
});

it('says that something lies elsewhere, and takes that back when it is lifted', () => {
  expect(walk(lies('A1'), {}, { plan: { cells: ['A1', 'A2'], legal: false } }, lies('A2', 'A1'))).toEqual([
    'lay wrong',
    'lay',
    'lay wrong',
    'build',
  ]);
});

it('lets the player build elsewhere, and goes on from there', () => {
  expect(walk({}, { answers: ['place T 0 C1'] })).toEqual(['lay', 'again strayed']);
});

it('calls another answer wrong until the right one is given or it is taken back', () => {
  expect(walk(lies('A1', 'A2'), { answers: ['pass'] }, {}, { answers: ['pass', 'place T 0 A1'] })).toEqual([
    'build',
    'build wrong',
    'build',
    'built strayed',
  ]);
});

it('takes up what is done already, as after a reload', () => {
  const far = facts({ answers: ['place T 0 A1', 'place I 1 B1', 'place O 0 C1'] });
  expect(follow(STEPS, BEGIN, far).step).toBe(4);
  expect(follow(STEPS, { ...BEGIN, step: 6 }, far)).toEqual({ ...BEGIN, step: 6 });
});

it('looks at a panel when a part of it is looked at', () => {
  const steps = [step('panel', { do: 'look', at: 'tally' })];
  expect(follow(steps, BEGIN, facts({ looks: ['tally.first'] })).step).toBe(1);
  expect(follow(steps, BEGIN, facts({ looks: ['tallying'] })).step).toBe(0);
});

it('reads the answers of one seat off a log', () => {
  expect(answersOf(['* deck 0 T', '0 place T 0 A1', '1 pass', '10 pass', '0 end'], 0)).toEqual(['place T 0 A1', 'end']);
});
