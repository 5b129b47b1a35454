import { expect, it } from 'vitest';
import type { Seat } from '../../base/api/types';
import { countBotAnswers, extendLog } from './match_log';

const seats = [{ sitter: { kind: 'person' } }, { sitter: { kind: 'bot' } }] as Seat[];
const push = (match: string, news: string[], seq: number, by_bot: number[] = []) => ({ match, news, seq, by_bot });

it('grows, whether the whole log comes or only its end', () => {
  const log = extendLog(undefined, push('m', ['a', 'b'], 2), seats, true);
  expect(log).toEqual({ match: 'm', lines: ['a', 'b'], newLines: 0, botLines: [] });
  expect(extendLog(log, push('m', ['c'], 3), seats, false)).toMatchObject({ lines: ['a', 'b', 'c'], newLines: 1 });
  expect(extendLog(log, push('m', ['a', 'b', 'c'], 3), seats, true)).toMatchObject({
    lines: ['a', 'b', 'c'],
    newLines: 0,
  });
  expect(extendLog(log, push('next', ['d'], 1), seats, false)).toMatchObject({
    match: 'next',
    lines: ['d'],
    newLines: 0,
  });
  // b was taken back
  expect(extendLog(log, push('m', ['c'], 2), seats, false)).toMatchObject({ lines: ['a', 'c'], newLines: 1 });
});

it('remembers what a bot wrote for a person, and nothing of a bot on its own seat', () => {
  const log = extendLog(undefined, push('m', ['* deck 0 X', '0 pass', '1 pass'], 3, [1, 2]), seats, true);
  expect(log.botLines).toEqual([1]);
  const more = extendLog(log, push('m', ['1 pass', '@ late 0'], 5, [0, 1]), seats, false);
  expect(more.botLines).toEqual([1, 4]);
  expect(countBotAnswers(more, 2)).toEqual([2, 0]);
  // taken back, then played by the person
  expect(extendLog(log, push('m', ['0 end'], 2), seats, false).botLines).toEqual([]);
});
