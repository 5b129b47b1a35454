import { beforeEach, expect, it, vi } from 'vitest';
import { noteBest } from './best';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

it('tells a best result once it beats one, also when it is looked at again', () => {
  expect(noteBest('a game/a way', 4, 'a', 20)).toBeNull();
  expect(noteBest('a game/a way', 4, 'b', 20)).toBeNull();
  expect(noteBest('a game/a way', 4, 'c', 25)).toEqual({ value: 25, before: 20 });
  expect(noteBest('a game/a way', 4, 'c', 25)).toEqual({ value: 25, before: 20 });
  expect(noteBest('a game/a way', 4, 'd', 24)).toBeNull();
});

it('keeps ways to play and numbers of seats apart', () => {
  expect(noteBest('a game/a way', 4, 'a', 20)).toBeNull();
  expect(noteBest('a game/a way', 2, 'b', 30)).toBeNull();
  expect(noteBest('another/way', 4, 'c', 30)).toBeNull();
});
