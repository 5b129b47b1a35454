/** Numbers of one kind by their names in signatures, and the arrays of them that a browser knows. */

export const VIEWS = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  u8: BigUint64Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

export type Kind = keyof typeof VIEWS;
export type Numbers<K extends Kind = Kind> = InstanceType<(typeof VIEWS)[K]>;

/** An array in the kernels' memory; in rows, one after the other, where there is a second length. */
export class KernelArray<K extends Kind = Kind> {
  constructor(
    readonly kind: K,
    readonly shape: readonly number[],
    readonly address: number,
    private readonly memory: WebAssembly.Memory,
  ) {}

  /** All its numbers, to read and to write. Look again after a call: where the memory has grown a view is empty. */
  get numbers(): Numbers<K> {
    return new VIEWS[this.kind](this.memory.buffer, this.address, product(this.shape)) as Numbers<K>;
  }
}

/** How many bytes an array takes. */
export const sizeOf = (kind: Kind, shape: readonly number[]): number => VIEWS[kind].BYTES_PER_ELEMENT * product(shape);

/** The kind of numbers in an array of the browser; null for an array that no kernel takes. */
export const kindOf = (numbers: object): Kind | null =>
  (Object.keys(VIEWS) as Kind[]).find((kind) => numbers instanceof VIEWS[kind]) ?? null;

/** Writes numbers over those of another array of their kind. */
export const put = (into: Numbers, from: Numbers): void => (into as Float64Array).set(from as Float64Array);

const product = (shape: readonly number[]): number => shape.reduce((size, length) => size * length, 1);
