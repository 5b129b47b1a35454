/** How long to wait before the next try: doubling, with jitter, so that clients do not return in step. */

const FIRST_MS = 1000;
const LONGEST_MS = 8000;

/** `random` is from 0 to 1: the first pause takes half a second to one, a later one four to eight at most. */
export function backoffMs(tries: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return (longest / 2) * (1 + random);
}
