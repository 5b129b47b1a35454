import { expect, it } from 'vitest';
import type { LackView } from '../../base/api/types';
import type { Say } from '../../base/i18n/say';
import { draftLacks, lineLacks } from './lacking';

const say: Say = (id, ...fills) =>
  [id, ...fills.flatMap((fill) => (typeof fill === 'number' ? [fill] : Object.values(fill).filter(Boolean)))].join(' ');
const well = (number: number, isPossible = true): LackView => ['well.well', '1', '2', number, [], isPossible];
const church: LackView = ['church', '10', '20', 2, ['Y', 'R'], true];
const road = (isPossible: boolean): LackView => ['road.P.totem', '1', '0', 3, ['P'], isPossible];

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
