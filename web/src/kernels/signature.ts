/** What a kernel takes and gives, as the manifest tells it: `i4[] u8[,] i8 -> b1`. */

/** A number (`lengths` is 0), or an array of so many lengths. */
export interface Parameter {
  number: string;
  lengths: number;
}

export interface Signature {
  takes: readonly Parameter[];
  gives: string | null;
}

export function readSignature(text: string): Signature {
  const [takes = '', gives] = text.split('->').map((part) => part.trim());
  return { takes: takes.split(' ').map(parameter), gives: gives ?? null };
}

/** As it stands in signatures. */
export const spelled = (number: string, lengths: number): string =>
  lengths ? `${number}[${','.repeat(lengths - 1)}]` : number;

export const isReal = (number: string): boolean => number.startsWith('f');

function parameter(word: string): Parameter {
  const [number = '', lengths] = word.split('[');
  return { number, lengths: lengths?.length ?? 0 };
}
