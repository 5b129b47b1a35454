import { describe, expect, it } from 'vitest';
import { hmacSha256, toHex } from '../../base/sha256';
import { drawNumber, keyOf, orderOf, outcomesDigest, wrongDraws } from './draw_check';
import type { RecordSeal } from './seal_check';

const SEED = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
const PARTS = [
  { seat: 0, commitment: 'x', nonce: '0'.repeat(32) },
  { seat: 1, commitment: 'y', nonce: '' },
  { seat: 2, commitment: 'z', nonce: '1'.repeat(32) },
];
const record = (what: Partial<RecordSeal>): RecordSeal => ({
  kind: 2,
  seal: '',
  seed: SEED,
  parts: PARTS,
  nonces: [],
  draws: new Set(),
  ...what,
});
const CARDS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

it('authenticates as RFC 4231 says', () => {
  const text = new TextEncoder();
  expect(toHex(hmacSha256(text.encode('Jefe'), text.encode('what do ya want for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

describe('the draws of a record, derived in this browser', () => {
  it('have the key, the order and the numbers that the server has', () => {
    const key = keyOf(record({}));
    expect(toHex(key)).toBe('12c0ccf4f16af70699a22ad648de7d4033532a28c1f586360fb0464267080930');
    expect(orderOf(key, 'deck', 8)).toEqual([6, 1, 4, 3, 2, 7, 5, 0]);
    expect([0, 1, 2, 3, 4, 5].map((index) => drawNumber(key, 'dice', index, 6))).toEqual([4, 3, 5, 1, 5, 5]);
    const old = keyOf(record({ kind: 1, parts: [], nonces: ['aa', 'bb'] }));
    expect(toHex(old)).toBe('b5533371104e981370322cc693083de5f66ff86b2183c5493dfac57e2316629e');
    expect(orderOf(old, 'deck', 8)).toEqual([3, 4, 1, 2, 7, 5, 6, 0]);
  });

  const streams = {
    deck: { again: false, faces: [CARDS] },
    dice: { again: true, faces: [['1 a', '2 a', '3 a', '4 a', '5 a', '6 a']] },
    tier: { again: false, faces: [CARDS.map((card) => `up ${card}`), CARDS.map((card) => `down ${card}`)] },
  };

  it('are a list whose digest is the one that the server tells before nonces are shown', () => {
    const two = (faces: string[][], again = false) => ({ again, faces });
    const list = {
      tier: two([
        ['up A', 'up B'],
        ['down 1', 'down 2'],
      ]),
      dice: two([['a 3', 'b 3']], true),
    };
    expect(outcomesDigest(list)).toBe('759743f076f606e76d4239309a1b80e02bda0dd97013eb5c4237adaf2941da78');
    expect(outcomesDigest({ ...list, dice: two([['b 3', 'a 3']], true) })).not.toBe(outcomesDigest(list));
  });

  it('are right where they follow, also of dice and of cards with two faces', () => {
    const [first] = orderOf(keyOf(record({})), 'tier', 8);
    const draws = ['* deck 0 G', '* deck 1 B', '* dice 0 5 a', `* tier 0 down ${CARDS[first!]}`];
    expect(wrongDraws(record({ draws: new Set(draws) }), streams)).toEqual([]);
  });

  it('are wrong where a server chose them, whatever it says itself', () => {
    const draws = ['* deck 0 A', '* dice 0 6 a', '* deck 99 A', '* secret 0 A'];
    expect(wrongDraws(record({ draws: new Set(draws) }), streams)).toEqual(draws);
  });

  it('are wrong where a nonce was left out of the key', () => {
    const draws = new Set(CARDS.map((_, at) => `* deck ${at} ${CARDS[[6, 1, 4, 3, 2, 7, 5, 0][at]!]}`));
    expect(wrongDraws(record({ draws }), streams)).toEqual([]);
    expect(wrongDraws(record({ draws, parts: PARTS.slice(0, 1) }), streams)).not.toEqual([]);
  });
});
