/** The draws of a record, derived again in this browser from its seed and nonces (docs/notation.md). */
import type { DrawStream } from '../../base/api/types';
import { fromHex, hmacSha256, sha256Hex } from '../../base/sha256';
import type { RecordSeal } from './seal_check';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The key of all draws. */
export function keyOf({ kind, seed, parts, nonces }: RecordSeal): Uint8Array {
  const given = parts.flatMap(({ seat, nonce }) => (nonce ? [`\n${seat} ${nonce}`] : []));
  return hmacSha256(fromHex(seed), bytes(kind === 2 ? `tilefolk-key-2${given.join('')}` : nonces.join('\n')));
}

/** A number below `n`. */
export function drawNumber(key: Uint8Array, stream: string, index: number, n: number): number {
  const digest = hmacSha256(key, bytes(`tilefolk-draw-1\n${stream}\n${index}`));
  const whole = digest.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Number((whole * BigInt(n)) >> 256n);
}

/** The shuffled order of a deck. */
export function orderOf(key: Uint8Array, stream: string, size: number): number[] {
  const deck = Array.from({ length: size }, (_, item) => item);
  for (let last = size - 1; last > 0; last--) {
    const other = drawNumber(key, stream, last, last + 1);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  return deck;
}

/** The digest of what the numbers of all streams stand for. */
export function outcomesDigest(streams: Readonly<Record<string, DrawStream>>): string {
  const names = Object.keys(streams).sort();
  const lists = names.flatMap((name) => {
    const { again, faces } = streams[name]!;
    return faces.map((face) => [`${name} ${again ? 'again' : 'once'}`, ...face].join('\n'));
  });
  return sha256Hex(['tilefolk-outcomes-1', ...lists].join('\n\n'));
}

/** The draws that do not follow; `streams` say what each number stands for. */
export function wrongDraws(record: RecordSeal, streams: Readonly<Record<string, DrawStream>>): string[] {
  const key = keyOf(record);
  const orders = new Map<string, number[]>();
  const chosen = (name: string, { again, faces }: DrawStream, index: number): number | undefined => {
    const size = faces[0]?.length ?? 0;
    if (again) return drawNumber(key, name, index, size);
    if (!orders.has(name)) orders.set(name, orderOf(key, name, size));
    return orders.get(name)![index];
  };
  return [...record.draws].filter((line) => {
    const [, name = '', index = '', ...words] = line.split(' ');
    const stream = streams[name];
    if (!stream) return true;
    const item = chosen(name, stream, Number(index));
    return item === undefined || !stream.faces.some((face) => face[item] === words.join(' '));
  });
}
