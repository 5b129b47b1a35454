import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pace, STEP_MS, TURN_MS, type Shown } from './pace.svelte';

const shown = (turn_of: number, name: string): Shown =>
  ({ view: { turn_of, phase: 'turns', name }, log: undefined }) as unknown as Shown;
const name = (pace: Pace): string => (pace.now.view as unknown as { name: string }).name;

describe('the turns of others', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are shown one after the other, one's own at once", () => {
    const pace = new Pace(shown(0, 'mine'), 0, () => false);
    pace.add(shown(1, 'taken'));
    expect(name(pace)).toBe('taken');
    pace.add(shown(2, 'one'));
    pace.add(shown(0, 'two'));
    expect([name(pace), pace.waiting]).toEqual(['taken', 2]);
    vi.advanceTimersByTime(TURN_MS);
    expect([name(pace), pace.waiting]).toEqual(['one', 1]);
    vi.advanceTimersByTime(TURN_MS);
    expect([name(pace), pace.waiting]).toEqual(['two', 0]);
    pace.add(shown(1, 'taken again'));
    expect(name(pace)).toBe('taken again');
  });

  it('go on sooner within a turn', () => {
    const pace = new Pace(shown(0, 'mine'), 0, () => false);
    pace.add(shown(1, 'taken'));
    pace.add(shown(1, 'paid'));
    vi.advanceTimersByTime(STEP_MS);
    expect(name(pace)).toBe('paid');
  });

  it('are skipped by whoever presses something, and never wait for who wants no motion', () => {
    const pace = new Pace(shown(1, 'first'), 0, () => false);
    pace.add(shown(2, 'one'));
    pace.add(shown(3, 'two'));
    pace.skip();
    expect([name(pace), pace.waiting]).toEqual(['two', 0]);
    const calm = new Pace(shown(1, 'first'), 0, () => true);
    calm.add(shown(2, 'one'));
    expect(name(calm)).toBe('one');
  });
});
