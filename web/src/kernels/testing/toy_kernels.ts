/** A few kernels in place of the file, as small as can be, whose memory grows as it does there. */
import { Kernels } from '../kernels';

const PAGE = 65_536;
const HEAP = 16;

export const SIGNATURES = {
  add: 'i4[] i8 -> i8',
  half: 'f8 -> f8',
  is_set: 'b1 -> b1',
  fill: 'u8[,] i8',
  grow: 'i2[]',
  fail: 'i8',
};

export interface Toy {
  kernels: Kernels;
  /** Addresses that were given back. */
  back: number[];
}

export function toyKernels(signatures: Record<string, string> = SIGNATURES, most = 4): Toy {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: most });
  const back: number[] = [];
  let top = HEAP;
  const view = (): DataView => new DataView(memory.buffer);
  const word = (block: number, n: number): bigint => view().getBigInt64(block + 8 * n, true);
  const at = (block: number, n: number): number => Number(word(block, n));

  function take(bytes: number): number {
    const begin = top;
    if (begin + bytes > most * PAGE) return 0;
    while (begin + bytes > memory.buffer.byteLength) memory.grow(1);
    top = begin + Math.max(HEAP, Math.ceil(bytes / HEAP) * HEAP);
    new Uint8Array(memory.buffer, begin, bytes).fill(7); // what others have left there
    return begin;
  }

  const exports = {
    memory,
    take,
    give_back: (address: number) => void back.push(address),
    add(block: number, result: number): number {
      const numbers = new Int32Array(memory.buffer, at(block, 0), at(block, 1));
      for (let n = 0; n < numbers.length; n++) numbers[n]! += at(block, 2);
      view().setBigInt64(result, BigInt(numbers.length), true);
      return 0;
    },
    half(block: number, result: number): number {
      view().setFloat64(result, view().getFloat64(block, true) / 2, true);
      return 0;
    },
    is_set(block: number, result: number): number {
      view().setBigInt64(result, word(block, 0), true);
      return 0;
    },
    fill(block: number): number {
      new BigInt64Array(memory.buffer, at(block, 0), at(block, 1) * at(block, 2)).fill(word(block, 3));
      return 0;
    },
    grow: (block: number) => (memory.grow(1), view().setInt16(at(block, 0), -5, true), 0),
    fail: () => 1,
  };
  return { kernels: new Kernels({ exports }, signatures), back };
}
