/** SHA-256 (FIPS 180-4). Our own, because a page without https has no `crypto.subtle`, and homes play over http. */

const PRIMES = primes(64);
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK_BYTES = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32) | 0;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with a one, zeros and its length in bits, as words. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  return view;
}

/** The 64 words that a block is stretched to. */
function schedule(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2]!, words[i - 15]!];
    const s0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const s1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
  }
  return words;
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i]! + words[i]!) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = Int32Array.from(START);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) compress(state, schedule(view, offset));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** HMAC-SHA256 (RFC 2104) with a key of at most one block. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = (with_: number) => Uint8Array.from({ length: BLOCK_BYTES }, (_, i) => (key[i] ?? 0) ^ with_);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The SHA-256 of a text in UTF-8, as hex. */
export const sha256Hex = (text: string): string => toHex(sha256(new TextEncoder().encode(text)));
