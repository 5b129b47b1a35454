import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { follow } from './drag';

const HOLD_MS = 160;
let page: EventTarget;
let done: string[];

function pointer(type: string, clientX: number, pointerType = 'touch', pointerId = 1): PointerEvent {
  return Object.assign(new Event(type), { pointerId, pointerType, clientX, clientY: 0 }) as unknown as PointerEvent;
}
const tell = (...event: Parameters<typeof pointer>) => void page.dispatchEvent(pointer(...event));
const press = (kind?: string) =>
  follow(pointer('pointerdown', 0, kind), {
    begin: ({ clientX }) => done.push(`begin ${clientX}`),
    move: ({ clientX }) => done.push(`move ${clientX}`),
    tap: () => done.push('tap'),
    end: ({ clientX }) => done.push(`end ${clientX}`),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [page, done] = [new EventTarget(), []];
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a pointer that is followed', () => {
  it('taps when it is lifted soon, and is forgotten then', () => {
    press();
    tell('pointermove', 5);
    tell('pointerup', 5);
    expect(done).toEqual(['tap', 'end 5']);
    expect(vi.getTimerCount()).toBe(0);
    for (const type of ['pointermove', 'pointerup', 'pointercancel']) tell(type, 90);
    expect(done).toHaveLength(2);
  });

  it('drags once it has moved far, or has been held', () => {
    press();
    tell('pointermove', 7);
    expect([done, vi.getTimerCount()]).toEqual([['begin 7', 'move 7'], 0]);
    tell('pointermove', 3);
    tell('pointerup', 3);
    expect(done.splice(0)).toEqual(['begin 7', 'move 7', 'move 3', 'end 3']);
    press();
    vi.advanceTimersByTime(HOLD_MS);
    tell('pointerup', 0);
    expect(done).toEqual(['begin 0', 'move 0', 'end 0']);
  });

  it('does not drag when a mouse is held, nor after another finger', () => {
    press('mouse');
    vi.advanceTimersByTime(9 * HOLD_MS);
    tell('pointermove', 90, 'touch', 2);
    tell('pointerup', 90, 'touch', 2);
    expect(done).toEqual([]);
    tell('pointercancel', 0, 'mouse');
    expect(done).toEqual(['end 0']);
  });
});
