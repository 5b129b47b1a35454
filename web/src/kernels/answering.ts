/** What the kernels' worker does with a question; nothing of it needs a worker. */
import { kindOf, put, sizeOf, type KernelArray } from './arrays';
import type { Argument, Kernels } from './kernels';
import { isRows, type Kept, type Reply, type Request, type Rows, type Sent } from './messages';

/** Answers questions with these kernels, and has the arrays that are kept for later ones. */
export function answering(kernels: Kernels): (request: Request) => Reply {
  const kept = new Map<number, KernelArray>();
  let number = 0;

  function keptAs({ kept: number }: Kept): KernelArray {
    const array = kept.get(number);
    if (!array) throw new TypeError('an array that nobody keeps');
    return array;
  }

  function place({ numbers, shape }: Rows): KernelArray {
    const kind = kindOf(numbers);
    if (!kind) throw new TypeError('an array that no kernel takes');
    if (sizeOf(kind, shape) !== numbers.byteLength)
      throw new TypeError(`${numbers.length} numbers are no ${shape.join(' x ')}`);
    const out = kernels.empty(kind, ...shape);
    put(out.numbers, numbers);
    return out;
  }

  function call(symbol: string, given: readonly Sent[]): Reply {
    const placed = new Map<Rows, KernelArray>();
    try {
      for (const one of given) if (isRows(one)) placed.set(one, place(one));
      const all = given.map((one): Argument => {
        if (typeof one !== 'object') return one;
        return isRows(one) ? placed.get(one)! : keptAs(one);
      });
      const result = kernels.call(symbol, ...all);
      placed.forEach((array, { numbers }) => put(numbers, array.numbers));
      return { result, arrays: given.filter(isRows).map(({ numbers }) => numbers) };
    } finally {
      placed.forEach((array) => kernels.release(array));
    }
  }

  return (request) => {
    if ('symbol' in request) return call(request.symbol, request.arguments);
    if ('keep' in request) {
      kept.set(++number, place(request.keep));
      return { result: number, arrays: [] };
    }
    kernels.release(keptAs(request.release));
    kept.delete(request.release.kept);
    return { result: null, arrays: [] };
  };
}
