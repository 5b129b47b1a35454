/** Numbers from 0 to 1, always the same for the same seed: a board never flickers. */
export function seeded(seed: number): () => number {
  let a = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
