import { expect, it, vi } from 'vitest';
import type { Foresee } from '../base/api/types';
import { Foresight } from './foresight';

const NOTHING = { answers: [], lacks: [] };

it('gives every question its own answer', async () => {
  const sent: Foresee[] = [];
  const foresight = new Foresight((question) => sent.push(question) > 0);
  const [first, second] = [foresight.ask('m', 0), foresight.ask('m', 1)];
  expect(sent.map(({ seat }) => seat)).toEqual([0, 1]);
  foresight.receive(sent[1]!.id, { answers: [['pass', -1, -1, [['pass', -1]], false, []]], lacks: [] });
  foresight.receive(sent[0]!.id, NOTHING);
  expect(await first).toEqual(NOTHING);
  expect(await second).toEqual({ answers: [['pass', -1, -1, [['pass', -1]], false, []]], lacks: [] });
});

it('answers nothing where the question cannot be sent or nobody answers', async () => {
  expect(await new Foresight(() => false).ask('m', 0)).toEqual(NOTHING);
  vi.useFakeTimers();
  const unanswered = new Foresight(() => true).ask('m', 0);
  vi.runAllTimers();
  expect(await unanswered).toEqual(NOTHING);
  vi.useRealTimers();
});
