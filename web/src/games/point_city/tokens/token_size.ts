/** How large tokens may be, so that all of them lie in a room without scrolling. */

const GAP = 6;
const PILL = 12; // what the points stick out below a token

/** As large as fits, within limits. */
export function tokenSize(
  many: number,
  width: number,
  height: number,
  [least, most]: readonly [number, number],
): number {
  for (let size = most; size > least; size--) {
    const across = Math.max(1, Math.floor((width + GAP) / (size + GAP)));
    const rows = Math.ceil(many / across);
    if (rows * (size * 1.03 + PILL) + (rows - 1) * GAP <= height) return size;
  }
  return least;
}
