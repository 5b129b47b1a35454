/** The kernels in node, by what Python gets from its own in many positions. */
import { expect, it } from 'vitest';
import { exports } from '../../../src/tilefolk/twin/core/kernels.json';
import file from '../../../src/tilefolk/twin/core/kernels.wasm?url&inline';
import type { KernelArray, Kind } from './arrays';
import { loadKernels } from './kernels';

/** An array among those of the file. */
interface Packed {
  kind: Kind;
  shape: number[];
  at: number;
}

interface Position {
  arguments: (Packed | string)[]; // a number is a text
  totals: number[];
}

const NEWLINE = 10;
const written = import.meta.glob<string>('../../../build/kernel_positions.gz', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});

const fetched = async (address: string): Promise<ArrayBuffer> => (await fetch(address)).arrayBuffer();

async function unpacked(address: string): Promise<ArrayBuffer> {
  const { body } = await fetch(address);
  return new Response(body!.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

it('gives the totals that Python gives, in 100 positions', async () => {
  const [positionsFile = ''] = Object.values(written);
  expect(positionsFile, 'python -m tests.kernel_positions writes it').not.toBe('');
  const bytes = new Uint8Array(await unpacked(positionsFile));
  const begin = bytes.indexOf(NEWLINE) + 1;
  const told = JSON.parse(new TextDecoder().decode(bytes.subarray(0, begin))) as {
    symbol: string;
    positions: Position[];
  };
  const kernels = await loadKernels(await fetched(file), exports);
  const placed = new Map<number, KernelArray>();
  function place({ kind, shape, at }: Packed): KernelArray {
    const array = kernels.empty(kind, ...shape);
    const { buffer, byteOffset, byteLength } = array.numbers;
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(begin + at, begin + at + byteLength));
    placed.set(at, array);
    return array;
  }
  const answers = told.positions.map((position) => {
    const given = position.arguments.map((one) =>
      typeof one === 'string' ? BigInt(one) : (placed.get(one.at) ?? place(one)),
    );
    const totals = kernels.empty('f4', position.totals.length);
    kernels.call(told.symbol, ...given, totals);
    return [...totals.numbers];
  });
  expect(answers).toHaveLength(100);
  expect(answers).toEqual(told.positions.map(({ totals }) => totals));
});
