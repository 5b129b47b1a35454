import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atLastCall, isWatched } from './last_call';

describe('the last call', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('comes before the time is up', () => {
    const answer = vi.fn();
    atLastCall(performance.now() + 30_000, answer);
    vi.advanceTimersByTime(28_000);
    expect(answer).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(answer).toHaveBeenCalledOnce();
  });

  it('does not come to whoever has answered', () => {
    const answer = vi.fn();
    atLastCall(performance.now() + 30_000, answer)?.();
    vi.advanceTimersByTime(60_000);
    expect(answer).not.toHaveBeenCalled();
  });

  it('is for deadlines that run, neither over nor in days', () => {
    const now = performance.now();
    expect([null, now - 5_000, now + 500, now + 86_400_000].map((due) => isWatched(due))).toEqual(Array(4).fill(false));
    expect(isWatched(now + 60_000)).toBe(true);
  });
});
