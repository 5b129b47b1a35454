/** The bots' kernels, compiled ahead of time to WebAssembly: the same file that the server runs. */
import { KernelArray, sizeOf, type Kind, type Numbers } from './arrays';
import { isReal, readSignature, spelled, type Parameter, type Signature } from './signature';

/** What a kernel takes. */
export type Argument = KernelArray | number | bigint | boolean;
/** What a kernel gives: all whole numbers are counts or points, which a number holds. */
export type Result = number | boolean | null;

/** What the file gives out beside the kernels. */
interface Machine {
  memory: WebAssembly.Memory;
  take(bytes: number): number;
  give_back(address: number): void;
}

type Kernel = (block: number, result: number) => number;

const WORD = 8; // bytes of an argument and of the result
const BLOCK = 1024; // bytes for the arguments of a call, more than any kernel takes; the result stands before them
const MOST = 2 ** 32 - 1; // bytes that an address reaches
const RELEASED = 'an array that is released, or of other kernels';

/** Makes the file ready to run; `signatures` are the manifest's `exports`. */
export async function loadKernels(
  file: BufferSource | WebAssembly.Module,
  signatures: Readonly<Record<string, string>>,
): Promise<Kernels> {
  const module = file instanceof WebAssembly.Module ? file : await WebAssembly.compile(file);
  return new Kernels(await WebAssembly.instantiate(module), signatures);
}

/** Keeps arrays in the memory of the kernels and calls them; an array takes its room until it is released. */
export class Kernels {
  readonly #machine: Machine;
  readonly #kernels = new Map<string, { run: Kernel; signature: Signature }>();
  readonly #kept = new WeakSet<KernelArray>();
  readonly #result: number;

  constructor(instance: WebAssembly.Instance, signatures: Readonly<Record<string, string>>) {
    this.#machine = instance.exports as unknown as Machine;
    for (const [symbol, text] of Object.entries(signatures)) {
      const run = instance.exports[symbol] as Kernel | undefined;
      if (!run) throw new TypeError(`the file has no ${symbol}: it is another than the manifest's`);
      this.#kernels.set(symbol, { run, signature: readSignature(text) });
    }
    this.#result = this.#place(WORD + BLOCK);
  }

  /** An array of zeros. */
  empty<K extends Kind>(kind: K, ...shape: number[]): KernelArray<K> {
    const { memory } = this.#machine;
    const out = new KernelArray(kind, shape, this.#place(sizeOf(kind, shape)), memory);
    this.#kept.add(out);
    new Uint8Array(memory.buffer, out.address, sizeOf(kind, shape)).fill(0);
    return out;
  }

  /** An array with these numbers. */
  array<K extends Kind>(kind: K, numbers: ArrayLike<Numbers<K>[number]>): KernelArray<K> {
    const out = this.empty(kind, numbers.length);
    (out.numbers as { set(from: typeof numbers): void }).set(numbers);
    return out;
  }

  /** Gives the room of an array back, which nobody may use any more. */
  release(array: KernelArray): void {
    if (!this.#kept.delete(array)) throw new TypeError(RELEASED);
    this.#machine.give_back(array.address);
  }

  /** Runs a kernel; what it writes is in its arrays. */
  call(symbol: string, ...given: readonly Argument[]): Result {
    const kernel = this.#kernels.get(symbol);
    if (!kernel) throw new TypeError(`no kernel ${symbol}`);
    const { takes, gives } = kernel.signature;
    if (given.length !== takes.length)
      throw new TypeError(`${symbol} takes ${takes.length} arguments, not ${given.length}`);
    const words = takes.flatMap((parameter, index) => this.#words(symbol, parameter, given[index]!));
    const { memory } = this.#machine;
    const block = new DataView(memory.buffer, this.#result + WORD, BLOCK);
    words.forEach((word, index) => {
      if (typeof word === 'number') block.setFloat64(WORD * index, word, true);
      else block.setBigInt64(WORD * index, word, true);
    });
    if (kernel.run(this.#result + WORD, this.#result)) throw new RangeError(`${symbol} had no room to work in`);
    return read(new DataView(memory.buffer, this.#result, WORD), gives);
  }

  /** An argument as the words of the block: an array is where it begins, then its lengths. */
  #words(symbol: string, { number, lengths }: Parameter, value: Argument): (number | bigint)[] {
    const isArray = value instanceof KernelArray;
    const kind = isArray ? spelled(value.kind, value.shape.length) : typeof value;
    if (isArray && kind === spelled(number, lengths)) {
      if (!this.#kept.has(value)) throw new TypeError(`${symbol}: ${RELEASED}`);
      return [value.address, ...value.shape].map(BigInt);
    }
    if (!isArray && !lengths) {
      if (isReal(number) && kind === 'number') return [value as number];
      if (!isReal(number) && (kind !== 'number' || Number.isSafeInteger(value))) return [BigInt(value)];
    }
    throw new TypeError(`${symbol}: ${isArray ? kind : `${kind} ${value}`} is no ${spelled(number, lengths)}`);
  }

  #place(bytes: number): number {
    const address = bytes > MOST ? 0 : this.#machine.take(bytes) >>> 0;
    if (!address) throw new RangeError(`the kernels have no ${bytes} bytes left`);
    return address;
  }
}

function read(result: DataView, gives: string | null): Result {
  if (gives === null) return null;
  if (isReal(gives)) return result.getFloat64(0, true);
  const whole = result.getBigInt64(0, true);
  return gives === 'b1' ? whole !== 0n : Number(whole);
}
