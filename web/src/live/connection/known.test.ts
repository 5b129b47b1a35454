import { expect, it } from 'vitest';
import type { Push } from '../../base/api/types';
import { KnownValues } from './known';

const push = (known_id?: string, known?: Record<string, unknown>) => ({ type: 'push', known_id, known }) as Push;

it('has nothing at first, and says so', () => {
  expect(new KnownValues().names).toEqual(['']);
});

it('completes a push by what came before under the same name', () => {
  const values = new KnownValues();
  const first = push('a', { T4: 1 });
  expect(values.complete(first)).toEqual(first);
  expect(values.complete(push('a'))).toEqual(first);
  expect(values.names).toEqual(['a']);
});

it('cannot complete what it never had', () => {
  expect(new KnownValues().complete(push('a'))).toBeNull();
});

it('leaves a push alone that names nothing', () => {
  const plain = push();
  expect(new KnownValues().complete(plain)).toBe(plain);
});

it('keeps the newest few', () => {
  const values = new KnownValues();
  for (const name of 'abcdefghi') values.complete(push(name, { name }));
  expect(values.names).toEqual([...'bcdefghi']);
  for (const name of 'bj') values.complete(push(name, { name }));
  expect(values.names).toEqual([...'defghibj']);
});
