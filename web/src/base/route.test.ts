import { describe, expect, it } from 'vitest';
import { isOurs, readRoute, tablePath } from './route';

describe('an address', () => {
  it('means a page', () => {
    expect(readRoute('/')).toEqual({ page: 'start' });
    expect(readRoute('/me')).toEqual({ page: 'me' });
    expect(readRoute('/me/')).toEqual({ page: 'me' });
    expect(readRoute('/operator')).toEqual({ page: 'operator' });
    expect(readRoute('/t/Ab-3_')).toEqual({ page: 'table', id: 'Ab-3_' });
    expect(readRoute('/t/%C5%82')).toEqual({ page: 'table', id: 'ł' });
  });

  it.each(['/t', '/t/', '/t/a/b', '/x', '/me/token', '/t/%', '/T/a'])('%s means none', (path) => {
    expect(readRoute(path)).toEqual({ page: 'missing' });
  });

  it('is written as it is read', () => {
    for (const id of ['a', 'ł/ż', 'a b']) expect(readRoute(tablePath(id))).toEqual({ page: 'table', id });
  });

  it('is ours only at home', () => {
    const here = new URL('https://tilefolk.example/');
    const ours = (address: string) => isOurs(new URL(address, here), here);
    expect(ours('/t/abc')).toBe(true);
    expect(ours('/api/matches/1/record')).toBe(false);
    expect(ours('/me/token')).toBe(false);
    expect(ours('https://other.example/')).toBe(false);
  });
});
