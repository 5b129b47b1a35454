import { expect, test, vi } from 'vitest';

const asked = new Map<string, (texts: unknown) => void>();
vi.mock('../api/call', () => ({
  call: (_verb: string, path: string) => new Promise((answer) => asked.set(path, answer)),
}));
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });

async function answer(path: string, forms: Record<string, string[]>): Promise<void> {
  asked.get(`/api/texts/${path}`)?.({ plural: 'n != 1', forms });
  await new Promise((later) => setTimeout(later));
}

test('a page that changes its language keeps its words until the new ones are there', async () => {
  const { openTexts, say, useLanguage } = await import('./texts.svelte');
  void useLanguage('en');
  void openTexts('peek', '1');
  await answer('en', { 'web.start.play': ['Play'] });
  await answer('en/peek/1', { 'chapter.peek.1': ['Founding'] });
  void useLanguage('pl');
  expect([say('web.start.play'), say('chapter.peek.1')]).toEqual(['Play', 'Founding']);
  await answer('pl', { 'web.start.play': ['Graj'] });
  expect([say('web.start.play'), say('chapter.peek.1')]).toEqual(['Graj', 'Founding']);
  await answer('pl/peek/1', { 'chapter.peek.1': ['Założenie'] });
  expect(say('chapter.peek.1')).toBe('Założenie');
});
