import { expect, it } from 'vitest';
import { grown } from './story';

it('grows, whether the whole story comes or only its end', () => {
  const story = grown(undefined, 'm', ['a', 'b'], 2, true);
  expect(story).toEqual({ match: 'm', lines: ['a', 'b'], fresh: 0 });
  expect(grown(story, 'm', ['c'], 3, false)).toEqual({ match: 'm', lines: ['a', 'b', 'c'], fresh: 1 });
  expect(grown(story, 'm', ['a', 'b', 'c'], 3, true)).toEqual({ match: 'm', lines: ['a', 'b', 'c'], fresh: 0 });
  expect(grown(story, 'next', ['d'], 1, false)).toEqual({ match: 'next', lines: ['d'], fresh: 0 });
  expect(grown(story, 'm', ['c'], 2, false)).toEqual({ match: 'm', lines: ['a', 'c'], fresh: 1 }); // b was taken back
});
