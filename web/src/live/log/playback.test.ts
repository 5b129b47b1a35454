import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Head } from '../../base/api/view';
import { MOST_BEATS, Playback, type Rhythm, type Step, type Told } from './playback.svelte';

const BEAT = 700;
type View = Head & { name: string };
const told = (name: string, match = 'm', seat: number | null = 0): Told =>
  ({ match, seat, view: { name }, log: undefined }) as unknown as Told;
const nameOf = (playback: Playback): string => (playback.shown?.view as View).name;

/** "b+c" is two steps, b and c; "" is none. */
const rhythm: Rhythm = {
  stepsTo: (before, next): Step[] =>
    (next.view as View).name
      .split('+')
      .filter((name) => name.length === 1)
      .map((name, seat) => ({ seat, before: before.view, told: told(name), beats: 1, blocks: name === 'x' })),
  shown: (newest, now) => now?.told ?? newest,
};

function playbackAt(beat = BEAT): Playback {
  const playback = new Playback(() => beat);
  playback.rhythm = rhythm;
  playback.add(told('first'));
  return playback;
}

describe('the steps of others', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are shown in order, a beat each, then what is', () => {
    const playback = playbackAt();
    playback.add(told('b+c+last'));
    expect([nameOf(playback), playback.moving, playback.waiting]).toEqual(['b', 0, 1]);
    vi.advanceTimersByTime(BEAT - 1);
    expect(nameOf(playback)).toBe('b');
    vi.advanceTimersByTime(1);
    expect([nameOf(playback), playback.moving, playback.waiting]).toEqual(['c', 1, 0]);
    vi.advanceTimersByTime(BEAT);
    expect([nameOf(playback), playback.moving, playback.playing]).toEqual(['b+c+last', null, false]);
  });

  it('go on with those of the next push', () => {
    const playback = playbackAt();
    playback.add(told('b+one'));
    playback.add(told('c+two'));
    expect(nameOf(playback)).toBe('b');
    vi.advanceTimersByTime(BEAT);
    expect(nameOf(playback)).toBe('c');
    vi.advanceTimersByTime(BEAT);
    expect(nameOf(playback)).toBe('c+two');
  });

  it('are seen by each who shares a device, since they had it last', () => {
    const playback = playbackAt();
    playback.add(told('begun', 'm', 1));
    expect(playback.playing).toBe(false);
    playback.add(told('b+back', 'm', 0));
    expect([nameOf(playback), playback.moving]).toEqual(['b', 0]);
    playback.add(told('c+other', 'm', 1));
    expect(nameOf(playback)).toBe('c');
    vi.advanceTimersByTime(BEAT);
    expect(nameOf(playback)).toBe('c+other');
    playback.add(told('b+anew', 'next', 0));
    expect(nameOf(playback)).toBe('b+anew');
  });

  it('are skipped at any time', () => {
    const playback = playbackAt();
    playback.add(told('b+c+last'));
    playback.skip();
    expect([nameOf(playback), playback.waiting]).toEqual(['b+c+last', 0]);
    vi.advanceTimersByTime(9 * BEAT);
    expect(nameOf(playback)).toBe('b+c+last');
    playback.add(told('d+next'));
    expect(nameOf(playback)).toBe('d');
  });

  it('have their full time after others were skipped', () => {
    const playback = playbackAt();
    playback.add(told('b+c+last'));
    vi.advanceTimersByTime(BEAT / 2);
    playback.skip();
    playback.add(told('d+e+next'));
    vi.advanceTimersByTime(BEAT - 1);
    expect(nameOf(playback)).toBe('d');
    vi.advanceTimersByTime(1);
    expect(nameOf(playback)).toBe('e');
    playback.skip();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are shown at once where nothing is to be waited for', () => {
    const playback = playbackAt(0);
    playback.add(told('b+c+last'));
    expect([nameOf(playback), playback.playing]).toEqual(['b+c+last', false]);
    const other = playbackAt();
    other.add(told('b+c', 'another match'));
    expect(nameOf(other)).toBe('b+c');
  });

  it('get faster the more there are', () => {
    const playback = playbackAt();
    playback.add(told('b+c+d+e+f+g+h+i+j+k+l+m+last'));
    vi.advanceTimersByTime(MOST_BEATS * BEAT);
    expect(playback.waiting).toBeLessThan(6);
    vi.advanceTimersByTime(MOST_BEATS * BEAT);
    expect(nameOf(playback)).toMatch(/last$/);
    playback.add(told('b+next'));
    vi.advanceTimersByTime(BEAT - 1);
    expect(nameOf(playback)).toBe('b');
  });

  it('say whether a press means to get past them, and are for one seat', () => {
    const playback = playbackAt();
    playback.add(told('b+one'));
    expect(playback.blocks).toBe(false);
    playback.add(told('x+two'));
    expect(playback.blocks).toBe(true);
    expect(playback.to('m', 0)).toBe(playback.shown);
    expect([playback.to('m', 1), playback.to('n', 0)]).toEqual([null, null]);
  });
});
