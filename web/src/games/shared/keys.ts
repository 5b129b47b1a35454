/** Whose a key is: the screen's, a control's, or of something that lies over both. */

/** Whether something lies over the table that has all keys to itself. */
export function isCovered(): boolean {
  return document.querySelector('dialog[open], [data-holds-keys]') !== null;
}

/** Keys that a focused control needs for itself. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], dialog')) return true;
  if (key === 'Enter' || key === ' ') return !!target.closest('button, a, summary');
  return key.startsWith('Arrow') && !!target.closest('[role=tablist], [role=listbox], [role=radiogroup]');
}

/** Whether the screen may act on the key. A key that is held down presses no button twice. */
export function isOurs(event: KeyboardEvent): boolean {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
  return !event.defaultPrevented && !isCovered() && !isTaken(event.target, event.key);
}
