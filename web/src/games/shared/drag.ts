/** A pointer followed from press to release; a short press without a move is a tap. */

export interface Follower {
  begin?(event: PointerEvent): void;
  move(event: PointerEvent): void;
  tap(event: PointerEvent): void;
  end?(last: PointerEvent): void;
}

const DRAG_DISTANCE_PX = 6;
const HOLD_MS = 160;

export function follow(down: PointerEvent, follower: Follower): void {
  let moving = false;
  let last = down;
  const begin = (): void => {
    if (moving) return;
    moving = true;
    clearTimeout(timer);
    follower.begin?.(last);
    follower.move(last);
  };
  const timer = down.pointerType === 'mouse' ? undefined : setTimeout(begin, HOLD_MS);
  const moved = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    last = event;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG_DISTANCE_PX;
    if (moving) follower.move(event);
    else if (far) begin();
  };
  const stop = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    clearTimeout(timer);
    removeEventListener('pointermove', moved);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    if (!moving && event.type === 'pointerup') follower.tap(event);
    follower.end?.(last);
  };
  addEventListener('pointermove', moved);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
}

/** How far above the finger a piece is held, in pixels. */
export function liftOf(event: PointerEvent): number {
  return event.pointerType === 'touch' ? 60 : 0;
}
