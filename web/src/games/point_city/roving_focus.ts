/** Arrow keys in a list of buttons. */

const BY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const by = BY[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = all.findIndex((button) => button === document.activeElement);
  if (!by || at < 0) return;
  event.preventDefault();
  all[(at + by + all.length) % all.length]?.focus();
}

/** Puts the focus on the first that fits as soon as the list is there. */
export const focusFirst =
  (selector: string) =>
  (node: HTMLElement): void =>
    node.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
