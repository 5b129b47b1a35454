import { expect, it } from 'vitest';
import { fromHex, sha256, sha256Hex, toHex } from './sha256';

it('gives the published digests', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('agrees with another implementation at every length around a block', async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(toHex(sha256(bytes))).toBe(toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
  }
});

it('reads and writes hex', () => {
  expect(fromHex('00ff10')).toEqual(Uint8Array.of(0, 255, 16));
  expect(toHex(fromHex('00ff10'))).toBe('00ff10');
});
