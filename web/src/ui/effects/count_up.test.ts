import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountUp } from './count_up.svelte';

describe('a score that is counted', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells line by line, then the sum', () => {
    const count = new CountUp(
      () => 2,
      () => 700,
    );
    count.start();
    expect([count.told, count.line, count.done]).toEqual([0, null, false]);
    vi.advanceTimersByTime(700);
    expect([count.told, count.line]).toEqual([1, 0]);
    vi.advanceTimersByTime(700);
    expect([count.told, count.line, count.done]).toEqual([2, 1, false]);
    vi.advanceTimersByTime(700);
    expect([count.told, count.line, count.done]).toEqual([3, null, true]);
    vi.advanceTimersByTime(7000);
    expect(count.told).toBe(3);
  });

  it('is told at once when it is skipped, or where nothing moves', () => {
    const count = new CountUp(
      () => 5,
      () => 700,
    );
    count.start();
    vi.advanceTimersByTime(700);
    count.skip();
    expect([count.told, count.done]).toEqual([6, true]);
    const still = new CountUp(
      () => 5,
      () => 0,
    );
    still.start();
    expect(still.done).toBe(true);
  });

  it('stops with its page', () => {
    const count = new CountUp(
      () => 5,
      () => 700,
    );
    const stop = count.start();
    vi.advanceTimersByTime(700);
    stop();
    vi.advanceTimersByTime(7000);
    expect(count.told).toBe(1);
  });
});
