import { expect, it } from 'vitest';
import { chosen, instead, isLow, over, under, type Spot } from './panel_position';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const log: Spot = { slip: box(16, 760, 292, 124), top: 60, above: [box(16, 60, 292, 490)] };
const rules: Spot = { slip: box(1120, 660, 300, 224), top: 60, above: [box(1120, 60, 300, 590)] };

it('takes the place of the log and of what is only read between it and the hand', () => {
  expect(chosen([log, rules], 900)).toBe(log);
  expect(over(log, 900)).toEqual({ left: 16, width: 292, top: 560, height: 324 });
});

it('is taller than it needs to be only in place of something taller', () => {
  expect(over({ ...log, above: [box(16, 60, 292, 100)] }, 900)).toMatchObject({ top: 424, height: 460 });
  expect(over({ slip: box(16, 200, 292, 600), top: 60, above: [] }, 900)).toMatchObject({ top: 200, height: 600 });
});

it('goes elsewhere rather than over anything to press', () => {
  const tall = { ...log, above: [box(16, 60, 292, 650)] };
  expect(chosen([tall, rules], 900)).toBe(rules);
  expect(chosen([tall], 900)).toBeUndefined();
});

it('may be low where it is wide, with the signs beside the head', () => {
  const low = { slip: box(12, 700, 366, 160), top: 700, above: [] };
  expect(chosen([low], 1024)).toBe(low);
  expect(chosen([low, log], 1024)).toBe(log);
  expect(isLow(over(low, 1024))).toBe(true);
  expect(chosen([{ slip: box(12, 700, 340, 160), top: 700, above: [] }], 1024)).toBeUndefined();
  expect(chosen([{ slip: box(0, 0, 200, 800), top: 60, above: [] }], 1024)).toBeUndefined();
});

it('stays on the screen, and beside what lies beside', () => {
  const beside = { slip: box(390, 700, 366, 312), top: 700, above: [box(12, 700, 366, 312)] };
  expect(over(beside, 1024)).toMatchObject({ left: 390, width: 366, top: 700, height: 312 });
  expect(over({ slip: box(16, 700, 292, 400), top: 60, above: [] }, 900)).toMatchObject({ top: 430, height: 460 });
});

it('lies under the board, or at the end of the hand', () => {
  expect(under(box(12, 60, 380, 366), false, 600)).toEqual({ left: 12, width: 380, top: 436, height: 154 });
  expect(under(box(344, 60, 668, 360), true, 600)).toEqual({ left: 660, width: 352, top: 430, height: 160 });
});

it('takes the place of the sheet of a phone: as wide as the screen, on its side as wide as the hand', () => {
  expect(instead(box(3, 48, 354, 330), box(0, 378, 360, 260), 360, 740)).toEqual({
    left: 0,
    width: 360,
    top: 572,
    height: 168,
  });
  const side = instead(box(3, 48, 302, 302), box(310, 48, 430, 312), 740, 360);
  expect(side).toEqual({ left: 310, width: 430, top: 216, height: 144 });
  expect(isLow(side)).toBe(true);
  expect(isLow(instead(box(3, 56, 534, 534), box(540, 56, 484, 544), 1024, 600))).toBe(false);
});
