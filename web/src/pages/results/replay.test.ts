import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Replay } from './replay.svelte';

const STEPS = 3;
const BEAT = 700;
const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../base/api/call', () => ({ call }));

/** The server: a match of some steps; without a step its end. */
const answer = (_: string, path: string): Promise<unknown> => {
  const step = /step=(\d+)/.exec(path)?.[1];
  return Promise.resolve({ step: step === undefined ? STEPS : Number(step), steps: STEPS, view: {}, lines: [] });
};

async function atTheEnd(): Promise<Replay> {
  const replay = new Replay();
  await replay.open('m');
  return replay;
}

describe('a finished match that plays by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    call.mockImplementation(answer);
  });
  afterEach(() => void vi.useRealTimers());

  it('begins anew from its end, goes a step a beat and stops at the last', async () => {
    const replay = await atTheEnd();
    void replay.play(() => BEAT);
    await vi.advanceTimersByTimeAsync(BEAT - 1);
    expect([replay.step, replay.playing]).toEqual([0, true]);
    await vi.advanceTimersByTimeAsync(BEAT + 1);
    expect(replay.step).toBe(2);
    await vi.advanceTimersByTimeAsync(BEAT);
    expect([replay.step, replay.playing]).toEqual([STEPS, false]);
  });

  it('stands still once it is paused or somebody takes a step', async () => {
    const replay = await atTheEnd();
    void replay.play(() => BEAT);
    await vi.advanceTimersByTimeAsync(BEAT);
    replay.pause();
    await vi.advanceTimersByTimeAsync(5 * BEAT);
    expect([replay.step, replay.playing]).toEqual([1, false]);
    void replay.play(() => BEAT);
    await replay.to(0);
    await vi.advanceTimersByTimeAsync(5 * BEAT);
    expect([replay.step, replay.playing]).toEqual([0, false]);
  });

  it('takes the speed of the moment', async () => {
    const replay = await atTheEnd();
    let beat = BEAT;
    void replay.play(() => beat);
    await vi.advanceTimersByTimeAsync(BEAT);
    beat = 10;
    await vi.advanceTimersByTimeAsync(BEAT + 10);
    expect(replay.step).toBe(STEPS);
  });

  it('stops when the server does not answer', async () => {
    const replay = await atTheEnd();
    call.mockRejectedValue(new Error('away'));
    void replay.play(() => BEAT);
    await vi.advanceTimersByTimeAsync(BEAT);
    expect(replay.playing).toBe(false);
    expect(replay.failed).toBeInstanceOf(Error);
  });
});
