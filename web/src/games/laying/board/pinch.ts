/** Two fingers on a board: moved apart they bring it near, moved together they send it back. */

type Spot = readonly [x: number, y: number];

export interface Pinch {
  /** The second finger came down: whatever the first one was doing is off. */
  begin(): void;
  /** Around a place of the screen, from left to right. */
  near(x: number): void;
  far(): void;
  /** No finger is left. */
  end(): void;
}

const APART = 1.25; // times as far from each other as before
const TOGETHER = 0.8;

export function followPinch(node: EventTarget, everywhere: EventTarget, pinch: Pinch): () => void {
  const fingers = new Map<number, Spot>();
  let from = 0;
  const between = (): number => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };
  const middle = (): number => [...fingers.values()].reduce((sum, [x]) => sum + x, 0) / fingers.size;

  function press(event: Event): void {
    const { pointerId, pointerType, clientX, clientY } = event as PointerEvent;
    if (pointerType !== 'touch') return;
    fingers.set(pointerId, [clientX, clientY]);
    if (fingers.size !== 2) return;
    from = between();
    pinch.begin();
  }

  function move(event: Event): void {
    const { pointerId, clientX, clientY } = event as PointerEvent;
    if (!fingers.has(pointerId)) return;
    fingers.set(pointerId, [clientX, clientY]);
    if (fingers.size !== 2 || !from) return;
    const times = between() / from;
    if (times > TOGETHER && times < APART) return;
    if (times >= APART) pinch.near(middle());
    else pinch.far();
    from = between();
  }

  function lift(event: Event): void {
    if (fingers.delete((event as PointerEvent).pointerId) && !fingers.size) pinch.end();
  }

  node.addEventListener('pointerdown', press);
  everywhere.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel']) everywhere.addEventListener(name, lift);
  return () => {
    node.removeEventListener('pointerdown', press);
    everywhere.removeEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) everywhere.removeEventListener(name, lift);
  };
}
