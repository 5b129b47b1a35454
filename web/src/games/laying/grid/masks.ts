/** Sets of cells as big integers; a cell is a bit. */

export type Mask = bigint;
export const NONE: Mask = 0n;

export function mask(hex: string): Mask {
  return BigInt(`0x${hex || '0'}`);
}

export function has(set: Mask, bit: number): boolean {
  return bit >= 0 && ((set >> BigInt(bit)) & 1n) === 1n;
}

/** The bits of a mask, lowest first. */
export function bits(set: Mask): number[] {
  const digits = set.toString(2);
  const out: number[] = [];
  for (let i = digits.length - 1; i >= 0; i--) if (digits[i] === '1') out.push(digits.length - 1 - i);
  return out;
}

export function count(set: Mask): number {
  return bits(set).length;
}

export function highest(set: Mask): number {
  return set === NONE ? -1 : set.toString(2).length - 1;
}
