import { describe, expect, it } from 'vitest';
import { followPinch } from './pinch';

function fingers() {
  const [node, page, done] = [new EventTarget(), new EventTarget(), [] as string[]];
  const stop = followPinch(node, page, {
    begin: () => done.push('begin'),
    near: (x) => done.push(`near ${x}`),
    far: () => done.push('far'),
    end: () => done.push('end'),
  });
  const tell = (to: EventTarget, type: string, pointerId: number, clientX: number, pointerType = 'touch'): void =>
    void to.dispatchEvent(Object.assign(new Event(type), { pointerId, pointerType, clientX, clientY: 0 }));
  return {
    done,
    stop,
    press: (id: number, x: number, kind?: string) => tell(node, 'pointerdown', id, x, kind),
    move: (id: number, x: number) => tell(page, 'pointermove', id, x),
    lift: (id: number) => tell(page, 'pointerup', id, 0),
  };
}

describe('two fingers', () => {
  it('bring a board near when they part, and send it back when they meet', () => {
    const { done, press, move, lift } = fingers();
    press(1, 100);
    press(2, 200);
    move(2, 210);
    expect(done).toEqual(['begin']);
    move(2, 240);
    move(1, 150);
    lift(1);
    lift(2);
    expect(done).toEqual(['begin', 'near 170', 'far', 'end']);
  });

  it('are neither one finger nor a mouse', () => {
    const { done, press, move, lift, stop } = fingers();
    press(1, 100);
    move(1, 300);
    lift(1);
    press(2, 0, 'mouse');
    press(3, 50, 'mouse');
    stop();
    press(4, 0);
    press(5, 50);
    expect(done).toEqual(['end']);
  });

  it('are not followed any more when the board has gone', () => {
    const { done, press, move, lift, stop } = fingers();
    press(1, 100);
    press(2, 200);
    stop();
    move(2, 300);
    lift(1);
    lift(2);
    expect(done).toEqual(['begin']);
  });
});
