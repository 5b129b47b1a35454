import { describe, expect, it } from 'vitest';
import type { Table } from '../base/api/types';
import { countdown, leftShort, leftWords, limitWords, nextDeadline, spanOf } from './time';

const say = (id: string, ...fills: unknown[]) => [id, ...fills.map((fill) => JSON.stringify(fill))].join(' ');
const DAY = 86_400;

describe('time', () => {
  it('is said in the unit that fits', () => {
    expect(limitWords(null, 'move', say)).toBe('time.none');
    expect([30, 60, 300, DAY].map((time) => limitWords(time, 'move', say))).toEqual([
      'time.seconds 30',
      'time.minutes 1',
      'time.minutes 5',
      'time.days 1',
    ]);
    expect(limitWords(7 * DAY, spanOf('own', false), say)).toBe('time.days.match 7');
    expect(limitWords(7 * DAY, spanOf('own', true), say)).toBe('time.days.each 7');
    expect(limitWords(2 * DAY, spanOf('together', true), say)).toBe('time.days 2');
  });

  it('is counted down at the end', () => {
    expect([7 * DAY - 1, 1.5 * DAY, 3599, 61.2, 0].map((left) => leftWords(left, say))).toEqual([
      'time.left.days 7',
      'time.left.hours 36',
      'time.left.minutes 59',
      'time.left {"time":"1:02"}',
      'time.up',
    ]);
    expect([2 * DAY - 1, 2 * DAY - 3600, 3.5 * DAY].map((left) => leftWords(left, say))).toEqual([
      'time.left.days 2',
      'time.left.hours 47',
      'time.left.days 3',
    ]);
    expect([7 * DAY - 1, 1.5 * DAY, 3599, 61.2, 0].map((left) => leftShort(left, say))).toEqual([
      'time.short.days 7',
      'time.short.hours 36',
      'time.short.minutes 59',
      '1:02',
      '0:00',
    ]);
    expect([59.1, 59, 0.2, -3].map(countdown)).toEqual(['1:00', '0:59', '0:01', '0:00']);
  });

  it('is mine first', () => {
    const table = (left: (number | null)[], mine: number[]) =>
      ({ mine, seats: left.map((one, seat) => ({ seat, left: one })) }) as Table;
    expect(nextDeadline(table([20, 30], [1]))).toEqual({ left: 30, mine: true });
    expect(nextDeadline(table([20, null], [1]))).toEqual({ left: 20, mine: false });
    expect(nextDeadline(table([null, null], [1]))).toBeNull();
  });
});
