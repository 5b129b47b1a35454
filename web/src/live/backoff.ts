/** How long to wait before the next try: half a second at first, eight seconds at most, never in step with others. */

const FIRST = 1000;
const LONGEST = 8000;

export function pause(tries: number, chance: number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(tries, 10));
  return (most / 2) * (1 + chance);
}
