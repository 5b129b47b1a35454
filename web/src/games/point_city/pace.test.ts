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

  it('are shown one after the other when they come with one push', () => {
    const log = { match: 'm', lines: ['1 draw', '2 draw', '3 draw'], newLines: 3, botLines: [] };
    const told = (pace: Pace) => pace.now.log?.lines.at(-1);
    const pace = new Pace(shown(1, 'first'), 0, () => false);
    vi.advanceTimersByTime(TURN_MS);
    pace.add({ ...shown(0, 'mine'), log });
    expect([told(pace), name(pace), pace.waiting]).toEqual(['1 draw', 'first', 2]);
    vi.advanceTimersByTime(TURN_MS);
    expect([told(pace), name(pace), pace.waiting]).toEqual(['2 draw', 'first', 1]);
    vi.advanceTimersByTime(TURN_MS);
    expect([told(pace), name(pace), pace.waiting]).toEqual(['3 draw', 'mine', 0]);
  });

  it('never show a turn of mine that I have taken', () => {
    const log = { match: 'm', lines: ['0 draw', '1 draw', '2 draw'], newLines: 3, botLines: [] };
    const pace = new Pace(shown(0, 'taken long ago'), 0, () => false);
    pace.add({ ...shown(0, 'mine again'), log });
    expect([pace.now.log?.lines.at(-1), name(pace), pace.waiting]).toEqual(['1 draw', 'mine again', 1]);
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
