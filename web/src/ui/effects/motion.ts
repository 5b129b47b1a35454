/** Motion that nobody waits for: none where less of it is wanted, and finished by a click, Escape or space. */
import { prefersReducedMotion } from 'svelte/motion';
import { BEAT_MS, settings } from '../../base/settings.svelte';

const running = new Set<Animation>();

/** Whether nothing is to move: for people who want less of it, in a tab nobody sees, and at speed "at once". */
export function isStill(): boolean {
  return prefersReducedMotion.current || document.hidden || settings.speed === 'none';
}

/** How long others' moves are looked at; 0: not at all. */
export const beatMs = (): number => (isStill() ? 0 : BEAT_MS[settings.speed]);

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

/** A copy of the element flies to the middle of another one and gets as small as that. */
export async function fly(element: Element, to: Element, ms: number, delay = 0): Promise<void> {
  const [from, end] = [element.getBoundingClientRect(), to.getBoundingClientRect()];
  if (isStill() || !from.width || !end.width) return;
  const copy = copyOf(element, from);
  const x = end.x + end.width / 2 - from.x - from.width / 2;
  const y = end.y + end.height / 2 - from.y - from.height / 2;
  const scale = Math.min(1, (0.6 * end.height) / from.height, (0.6 * end.width) / from.width);
  const last = `translate(${x}px, ${y}px) scale(${scale})`;
  const keyframes = [
    { transform: 'none', opacity: 1 },
    { transform: last, opacity: 1, offset: 0.85 },
    { transform: last, opacity: 0 },
  ];
  await play(copy, keyframes, { duration: ms, delay, easing: 'cubic-bezier(0.4, 0, 0.2, 1)', fill: 'both' });
  copy.remove();
}

/** What stands for a seat on the page just now: its board, or its pawn where there is no room for boards. */
export function homeOf(seat: number): Element | null {
  const homes = [...document.querySelectorAll(`[data-home="${seat}"]`)];
  return homes.find((home) => home.checkVisibility() && home.getBoundingClientRect().width > 0) ?? null;
}

/** A few words fly from a point of the screen to the middle of an element; `look` is a class of theirs. */
export async function flyText(
  text: string,
  look: string,
  from: { x: number; y: number },
  to: Element,
  ms: number,
  delay = 0,
): Promise<void> {
  if (isStill()) return;
  const chip = document.createElement('div');
  chip.setAttribute('aria-hidden', 'true');
  chip.className = `flying points ${look}`;
  chip.textContent = text;
  chip.style.cssText = `left:${from.x}px;top:${from.y}px`;
  document.body.append(chip);
  const end = to.getBoundingClientRect();
  const x = Math.min(end.right - 24, window.innerWidth - 24) - from.x;
  const way = `translate(calc(${x}px - 50%), calc(${end.y + end.height / 2 - from.y}px - 50%))`;
  const rise = 'translate(-50%, calc(-50% - 26px))';
  const keyframes = [
    { transform: 'translate(-50%, -50%) scale(0.4)', opacity: 0 },
    { transform: `${rise} scale(1.25)`, opacity: 1, offset: 0.3 },
    { transform: `${rise} scale(1.15)`, opacity: 1, offset: 0.45 },
    { transform: `${way} scale(0.8)`, opacity: 1, offset: 0.94 },
    { transform: `${way} scale(0.8)`, opacity: 0 },
  ];
  await play(chip, keyframes, { duration: ms, delay, easing: 'ease-in-out', fill: 'both' });
  chip.remove();
}

function copyOf(element: Element, { x, y, width, height }: DOMRect): HTMLElement {
  const copy = document.createElement('div');
  copy.setAttribute('aria-hidden', 'true');
  copy.className = 'flying';
  copy.style.cssText =
    `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;` +
    'z-index:60;pointer-events:none;will-change:transform';
  const inner = element.cloneNode(true) as HTMLElement;
  inner.style.animation = 'none';
  copy.append(inner);
  document.body.append(copy);
  return copy;
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
