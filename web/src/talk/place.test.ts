import { expect, it } from 'vitest';
import { chosen, sheet, type Spot } from './place';

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height });
const left = box(16, 60, 292, 824);
const story: Spot = { slip: box(16, 760, 292, 124), column: left, first: box(16, 60, 292, 490) };
const rules: Spot = { slip: box(1120, 660, 300, 224), column: box(1120, 60, 300, 824), first: box(1120, 60, 300, 220) };
const CORNER = { left: 1110, width: 320, top: 590, height: 300 };

it('takes the place of the story and of what lies between it and the hand', () => {
  expect(chosen([story, rules], 1440, 900)).toEqual({ left: 16, width: 292, top: 560, height: 324 });
});

it('is never taller than it needs to be', () => {
  expect(chosen([{ ...story, first: box(16, 60, 292, 100) }], 1440, 900)).toMatchObject({ top: 424, height: 460 });
});

it('goes elsewhere rather than over the hand', () => {
  const tall = { ...story, first: box(16, 60, 292, 650) };
  expect(chosen([tall, rules], 1440, 900)).toMatchObject({ left: 1120, height: 460 });
  expect(chosen([tall], 1440, 900)).toMatchObject({ left: 16, top: 660, height: 224 });
  expect(chosen([{ ...story, first: box(16, 60, 292, 750) }], 1440, 900)).toEqual(CORNER);
});

it('stays in its column when the hand lies beside it, and on the screen', () => {
  const low = { slip: box(390, 700, 366, 312), column: box(12, 700, 744, 312), first: box(12, 700, 366, 312) };
  expect(chosen([low], 768, 1024)).toEqual({ left: 390, width: 366, top: 700, height: 312 });
  const long = { slip: box(16, 700, 292, 400), column: box(16, 60, 292, 1040), first: null };
  expect(chosen([long], 1440, 900)).toMatchObject({ top: 430, height: 460 });
});

it('needs some width', () => {
  expect(chosen([{ slip: box(0, 0, 200, 800), column: left, first: null }], 1440, 900)).toEqual(CORNER);
});

it('leaves the whole board in sight on a phone, if it can be read at all then', () => {
  expect(sheet(240, 740)).toBeCloseTo(340.4);
  expect(sheet(475, 740)).toBe(260);
  expect(sheet(600, 740)).toBe(224);
});
