import { expect, it } from 'vitest';
import { grown } from './story';

it('grows, whether the whole story comes or only its end', () => {
  const story = grown(undefined, 'm', ['a', 'b'], true);
  expect(story).toEqual({ match: 'm', lines: ['a', 'b'], fresh: 0 });
  expect(grown(story, 'm', ['c'], false)).toEqual({ match: 'm', lines: ['a', 'b', 'c'], fresh: 1 });
  expect(grown(story, 'm', ['a', 'b', 'c'], true)).toEqual({ match: 'm', lines: ['a', 'b', 'c'], fresh: 0 });
  expect(grown(story, 'next', ['d'], false)).toEqual({ match: 'next', lines: ['d'], fresh: 0 });
});
