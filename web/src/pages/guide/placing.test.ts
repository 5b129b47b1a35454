import { expect, it } from 'vitest';
import { overlap, spotBeside, type Rect } from './placing';

const rect = (left: number, top: number, width: number, height: number): Rect => ({ left, top, width, height });
const VIEW = rect(0, 50, 1366, 718);
const SIZE = { width: 268, height: 130 };
const BOARD = rect(364, 60, 630, 630);
const HAND = rect(32, 126, 260, 148);
const BUTTONS = rect(32, 340, 260, 160);
const TALLY = rect(1066, 183, 268, 310);
const KEPT = { played: [BOARD, HAND, BUTTONS], read: [TALLY] };

const boxOf = (spot: { left: number; top: number }): Rect => ({ ...SIZE, left: spot.left, top: spot.top });

it('stands beside the anchor, over nothing that one plays with or reads', () => {
  for (const anchor of [BUTTONS, rect(40, 450, 120, 44), rect(1058, 267, 284, 28), BOARD]) {
    const spot = spotBeside(anchor, SIZE, KEPT, VIEW)!;
    for (const kept of [...KEPT.played, ...KEPT.read, anchor]) expect(overlap(boxOf(spot), kept)).toBe(false);
    expect(spot.top).toBeGreaterThan(VIEW.top);
  }
});

it('stands level with cells of a board, beside the board, rather over what is read than far off', () => {
  const cells = rect(494, 243, 159, 106);
  const spot = spotBeside(cells, SIZE, KEPT, VIEW)!;
  expect(spot.side).toBe('right');
  expect(overlap(boxOf(spot), BOARD)).toBe(false);
  expect(spot.top + spot.tip).toBeCloseTo(cells.top + cells.height / 2, 0);
});

it('has no place where everything is played with', () => {
  expect(
    spotBeside(rect(10, 300, 370, 50), SIZE, { played: [rect(0, 50, 390, 790)], read: [] }, rect(0, 50, 390, 790)),
  ).toBe(null);
});

it('stands apart rather than far off along a side, and then too over nothing that one plays with', () => {
  const spot = spotBeside(HAND, SIZE, KEPT, VIEW)!;
  expect(spot.side).toBe('apart');
  for (const kept of KEPT.played) expect(overlap(boxOf(spot), kept)).toBe(false);
});
