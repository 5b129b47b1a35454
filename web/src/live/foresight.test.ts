import { expect, it, vi } from 'vitest';
import type { Foresee } from '../base/api/types';
import { Foresight } from './foresight';

it('gives every question its own answer', async () => {
  const sent: Foresee[] = [];
  const foresight = new Foresight((question) => sent.push(question) > 0);
  const [first, second] = [foresight.ask('m', 0), foresight.ask('m', 1)];
  expect(sent.map(({ seat }) => seat)).toEqual([0, 1]);
  foresight.receive(sent[1]!.id, [['pass', -1, [['pass', -1]], false]]);
  foresight.receive(sent[0]!.id, []);
  expect(await first).toEqual([]);
  expect(await second).toEqual([['pass', -1, [['pass', -1]], false]]);
});

it('answers nothing where the question cannot be sent or nobody answers', async () => {
  expect(await new Foresight(() => false).ask('m', 0)).toEqual([]);
  vi.useFakeTimers();
  const unanswered = new Foresight(() => true).ask('m', 0);
  vi.runAllTimers();
  expect(await unanswered).toEqual([]);
  vi.useRealTimers();
});
