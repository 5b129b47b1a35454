import { describe, expect, it } from 'vitest';
import { followed, windowAt } from './zoom_window';

const frame = { x: -20, y: -10, width: 800, height: 400 };

describe('a board seen from near', () => {
  it('is shown in its full height, and never beyond its ends', () => {
    expect(windowAt(frame, 1, 380)).toEqual({ x: 180, y: -10, width: 400, height: 400 });
    expect(windowAt(frame, 1, 0).x).toBe(-20);
    expect(windowAt(frame, 1, 900).x).toBe(380);
    expect(windowAt(frame, 3, 100)).toEqual(frame);
  });

  it('moves only as far as the piece asks for', () => {
    const window = windowAt(frame, 1, 380);
    const piece = (x: number) => ({ x, y: 0, width: 100, height: 48 });
    expect(followed(window, piece(300))).toBe(380);
    expect(followed(window, piece(200))).toBe(340);
    expect(followed(window, piece(500))).toBe(460);
  });
});
