import { describe, expect, it } from 'vitest';
import { scene } from './hot_seat';

describe('one device for several seats', () => {
  it('needs no curtain for one seat', () => {
    expect(scene([2], [], null, false)).toEqual({ show: 2 });
    expect(scene([], [0, 1], null, false)).toBeNull();
  });

  it('opens nothing before somebody takes the device', () => {
    expect(scene([0, 1], [0, 1], null, false)).toEqual({ curtain: 0 });
    expect(scene([0, 1], [1, 3], null, false)).toEqual({ curtain: 1 });
    expect(scene([0, 1], [], null, false)).toEqual({ curtain: 0 });
  });

  it('stays with whoever has something to decide', () => {
    expect(scene([0, 1, 2], [0, 1, 2], 2, false)).toEqual({ show: 2 });
  });

  it('goes on to the next seat, round the table', () => {
    expect(scene([0, 1, 2], [1, 2], 0, false)).toEqual({ curtain: 1 });
    expect(scene([0, 1, 2], [0], 2, false)).toEqual({ curtain: 0 });
    expect(scene([0, 1, 3], [0, 3], 1, false)).toEqual({ curtain: 3 });
  });

  it('keeps the board open while all wait for others, or while it is held', () => {
    expect(scene([0, 1], [3], 1, false)).toEqual({ show: 1 });
    expect(scene([0, 1], [1], 0, true)).toEqual({ show: 0 });
  });

  it('forgets a seat that was given up', () => {
    expect(scene([0, 1], [0, 1], 3, true)).toEqual({ curtain: 0 });
  });
});
