import { expect, it } from 'vitest';
import type { Seat } from '../base/api/types';
import { botAnswers, grown } from './match_log';

const seats = [{ sitter: { kind: 'person' } }, { sitter: { kind: 'bot' } }] as Seat[];
const push = (match: string, news: string[], seq: number, by_bot: number[] = []) => ({ match, news, seq, by_bot });

it('grows, whether the whole story comes or only its end', () => {
  const story = grown(undefined, push('m', ['a', 'b'], 2), seats, true);
  expect(story).toEqual({ match: 'm', lines: ['a', 'b'], fresh: 0, by_bot: [] });
  expect(grown(story, push('m', ['c'], 3), seats, false)).toMatchObject({ lines: ['a', 'b', 'c'], fresh: 1 });
  expect(grown(story, push('m', ['a', 'b', 'c'], 3), seats, true)).toMatchObject({ lines: ['a', 'b', 'c'], fresh: 0 });
  expect(grown(story, push('next', ['d'], 1), seats, false)).toMatchObject({ match: 'next', lines: ['d'], fresh: 0 });
  // b was taken back
  expect(grown(story, push('m', ['c'], 2), seats, false)).toMatchObject({ lines: ['a', 'c'], fresh: 1 });
});

it('remembers what a bot wrote for a person, and nothing of a bot on its own seat', () => {
  const story = grown(undefined, push('m', ['* deck 0 X', '0 pass', '1 pass'], 3, [1, 2]), seats, true);
  expect(story.by_bot).toEqual([1]);
  const more = grown(story, push('m', ['1 pass', '@ late 0'], 5, [0, 1]), seats, false);
  expect(more.by_bot).toEqual([1, 4]);
  expect(botAnswers(more, 2)).toEqual([2, 0]);
  // taken back, then played by the person
  expect(grown(story, push('m', ['0 end'], 2), seats, false).by_bot).toEqual([]);
});
