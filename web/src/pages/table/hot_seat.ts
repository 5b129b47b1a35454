/** Several seats at one device: whose board lies open. */

export type Scene = { show: number } | { curtain: number };

/**
 * `mine` are the seats of this device, `acting` those that have something to decide, `open` the one whose board lay
 * open last, `held` whether somebody went back to it on purpose. Whoever has the device keeps it while there is
 * something to do, so that it changes hands as rarely as possible.
 */
export function scene(
  mine: readonly number[],
  acting: readonly number[],
  open: number | null,
  held: boolean,
): Scene | null {
  const [first] = mine;
  if (first === undefined) return null;
  if (mine.length === 1) return { show: first };
  const known = open !== null && mine.includes(open) ? open : null;
  const ours = mine.filter((seat) => acting.includes(seat));
  if (known !== null && (held || ours.length === 0 || ours.includes(known))) return { show: known };
  const next = ours.find((seat) => known !== null && seat > known) ?? ours[0];
  return { curtain: next ?? first };
}
