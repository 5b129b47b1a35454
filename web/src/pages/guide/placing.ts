/** Where the words of a guide may stand: beside what they speak of, over nothing that one plays with. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Side = 'right' | 'left' | 'below' | 'above';

export interface Spot {
  left: number;
  top: number;
  /** On which side of its anchor it stands; 'apart' where there was no room beside it. */
  side: Side | 'apart';
  /** Where along that side the anchor is pointed at. */
  tip: number;
}

const GAP = 14;
const MARGIN = 8;
const STEP = 8;
const WIDE_STEP = 16;
const TIP_MARGIN = 18;
const SIDES: readonly Side[] = ['right', 'left', 'below', 'above'];

/** What words must not lie over: what one plays with, and what one reads meanwhile if that can be helped. */
export interface Kept {
  played: readonly Rect[];
  read: readonly Rect[];
}

/** The best place: level with the anchor, beside what it is a part of, or wherever there is room; null for none. */
export function spotBeside(anchor: Rect, size: Size, { played, read }: Kept, view: Rect): Spot | null {
  const all = [...played, ...read];
  return (
    nearestSpot(anchor, size, all, view, true) ??
    nearestSpot(anchor, size, played, view, true) ??
    nearestSpot(anchor, size, played, view, false) ??
    spotApart(anchor, size, all, view) ??
    spotApart(anchor, size, played, view)
  );
}

/** The nearest free place anywhere. */
function spotApart(anchor: Rect, size: Size, keep: readonly Rect[], view: Rect): Spot | null {
  const [left, right] = limits(view, false, size.width);
  const [top, bottom] = limits(view, true, size.height);
  let best: Spot | null = null;
  for (let y = top; y <= bottom; y += WIDE_STEP) {
    for (let x = left; x <= right; x += WIDE_STEP) {
      const spot: Spot = { left: x, top: y, side: 'apart', tip: 0 };
      if (best && farOf(best, anchor, size) <= farOf(spot, anchor, size)) continue;
      const rect = { left: x, top: y, ...size };
      if (![...keep, anchor].some((other) => overlap(rect, other))) best = spot;
    }
  }
  return best;
}

function nearestSpot(anchor: Rect, size: Size, keep: readonly Rect[], view: Rect, level: boolean): Spot | null {
  const spots = SIDES.flatMap((side) => spotOn(side, anchor, size, keep, view, level) ?? []);
  const [best] = spots.sort((one, two) => farOf(one, anchor, size) - farOf(two, anchor, size));
  return best ?? null;
}

/** The nearest place on one side: outside of whatever the anchor is a part of. */
function spotOn(side: Side, anchor: Rect, size: Size, keep: readonly Rect[], view: Rect, level: boolean): Spot | null {
  const base = keep.filter((rect) => holds(rect, anchor)).reduce(union, anchor);
  const lies = side === 'right' || side === 'left';
  const fixed = {
    right: base.left + base.width + GAP,
    left: base.left - size.width - GAP,
    below: base.top + base.height + GAP,
    above: base.top - size.height - GAP,
  }[side];
  const [long, across] = lies ? [size.height, size.width] : [size.width, size.height];
  const [least, most] = limits(view, lies, long);
  const [nearer, further] = limits(view, !lies, across);
  if (fixed < nearer || fixed > further) return null;
  const middle = lies ? anchor.top + anchor.height / 2 : anchor.left + anchor.width / 2;
  const wished = clamp(middle - long / 2, least, most);
  const [start, length] = spanOf(level ? anchor : base, lies);
  for (const along of nearest(wished, least, most)) {
    if (along + long - TIP_MARGIN < start || along + TIP_MARGIN > start + length) continue;
    const rect = lies ? { left: fixed, top: along, ...size } : { left: along, top: fixed, ...size };
    if (keep.some((other) => overlap(rect, other)) || overlap(rect, anchor)) continue;
    return { left: rect.left, top: rect.top, side, tip: clamp(middle - along, TIP_MARGIN, long - TIP_MARGIN) };
  }
  return null;
}

/** Where a box begins and how long it is, down or across. */
const spanOf = (rect: Rect, down: boolean): [number, number] =>
  down ? [rect.top, rect.height] : [rect.left, rect.width];

/** Between which numbers something so long may begin, down or across. */
function limits(view: Rect, down: boolean, long: number): [number, number] {
  const [start, length] = spanOf(view, down);
  return [start + MARGIN, start + length - long - MARGIN];
}

/** Numbers from `least` to `most`, those next to the wished one first. */
function nearest(wished: number, least: number, most: number): number[] {
  const out = [wished];
  for (let far = STEP; wished - far >= least || wished + far <= most; far += STEP) {
    if (wished - far >= least) out.push(wished - far);
    if (wished + far <= most) out.push(wished + far);
  }
  return most < least ? [] : out;
}

function farOf(spot: Spot, anchor: Rect, size: Size): number {
  const x = spot.left + size.width / 2 - (anchor.left + anchor.width / 2);
  const y = spot.top + size.height / 2 - (anchor.top + anchor.height / 2);
  return Math.hypot(x, y);
}

const clamp = (n: number, least: number, most: number): number => Math.max(least, Math.min(most, n));

export const overlap = (one: Rect, two: Rect): boolean =>
  one.left < two.left + two.width &&
  two.left < one.left + one.width &&
  one.top < two.top + two.height &&
  two.top < one.top + one.height;

const SLACK = 10; // a line may stick out of its box by its margin
const holds = (outer: Rect, inner: Rect): boolean =>
  inner.left >= outer.left - SLACK &&
  inner.top >= outer.top - SLACK &&
  inner.left + inner.width <= outer.left + outer.width + SLACK &&
  inner.top + inner.height <= outer.top + outer.height + SLACK;

function union(one: Rect, two: Rect): Rect {
  const [left, top] = [Math.min(one.left, two.left), Math.min(one.top, two.top)];
  const right = Math.max(one.left + one.width, two.left + two.width);
  const bottom = Math.max(one.top + one.height, two.top + two.height);
  return { left, top, width: right - left, height: bottom - top };
}
