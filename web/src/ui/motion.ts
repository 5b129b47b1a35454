/** Motion that nobody waits for: none where less of it is wanted, and finished by a click, Escape or space. */
import { prefersReducedMotion } from 'svelte/motion';

const running = new Set<Animation>();

/** Whether nothing is to move: for people who want less of it, and in a tab nobody sees. */
export function isStill(): boolean {
  return prefersReducedMotion.current || document.hidden;
}

/** Plays the keyframes once, if anything may move; resolves at their end or when they are skipped. */
export async function play(element: Element, keyframes: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
  if (isStill()) return;
  const animation = element.animate(keyframes, timing);
  if (!running.size) listen(true);
  running.add(animation);
  try {
    await animation.finished;
  } catch {
    // Its element is gone.
  }
  running.delete(animation);
  if (!running.size) listen(false);
}

/** Everything that moves is at its end at once. */
export function skipMotion(): void {
  for (const animation of running) animation.finish();
}

function listen(on: boolean): void {
  const change = on ? 'addEventListener' : 'removeEventListener';
  window[change]('pointerdown', skipMotion);
  window[change]('keydown', skipByKey);
}

function skipByKey(event: Event): void {
  if (isSkip(event as KeyboardEvent)) skipMotion();
}

/** The keys that skip. */
export const isSkip = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key === 'Escape' || key === ' ';
