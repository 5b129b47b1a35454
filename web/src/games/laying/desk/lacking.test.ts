import { expect, it } from 'vitest';
import type { Say } from '../../../base/i18n/say';
import { draftLacks, helpfulCells, lineLacks, readLack, type Lack } from './lacking';

const say: Say = (id, ...fills) =>
  [id, ...fills.flatMap((fill) => (typeof fill === 'number' ? [fill] : Object.values(fill).filter(Boolean)))].join(' ');
const well = (number: number, isPossible = true): Lack => readLack(['well.well', '1', '2', number, [], isPossible]);
const church = readLack(['church', '10', '20', 2, ['Y', 'R'], true]);
const road = (isPossible: boolean): Lack => readLack(['road.P.totem', '1', '0', 3, ['P'], isPossible]);

it('says what the draft makes impossible first, and nothing of roads that grow', () => {
  expect(draftLacks([well(2), road(true), road(false), church], say)).toEqual([
    'web.play.lack.road.lost 3 kind.p',
    'web.play.lack.well 2',
  ]);
});

it('lists what a line lacks, thing by thing', () => {
  expect(lineLacks([well(2), well(1, false), church], say)).toBe(
    'web.play.lacks 2; web.play.lacks.lost; kind.y, kind.r',
  );
  expect(lineLacks([], say)).toBe('');
});

it('marks the free cells that help, except where nothing helps any more', () => {
  expect(helpfulCells([well(2), church])).toBe(0x22n);
  expect(helpfulCells([well(2, false)])).toBe(0n);
});
