/** Parts of the page that a guide speaks of: elements say their names in `data-guide`. */
import type { Kept, Rect } from './placing';

const rectOf = (element: Element): Rect => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

const isShown = (element: Element): boolean => {
  const { left, top, width, height } = rectOf(element);
  const inside = left + width > 0 && top + height > 0 && left < innerWidth && top < innerHeight;
  return width > 0 && height > 0 && inside && element.checkVisibility({ visibilityProperty: true });
};

/** The element of this name, or of what it is a part of: a line of a shut panel is behind the panel's tab. */
export function anchorOf(name: string, root: ParentNode = document): Element | null {
  for (let part = name; part; part = part.includes('.') ? part.slice(0, part.lastIndexOf('.')) : '') {
    const found = [...root.querySelectorAll(`[data-guide~="${CSS.escape(part)}"]`)].find(isShown);
    if (found) return found;
  }
  return null;
}

/** What one plays with (`data-guide-keep`) and what one reads meanwhile (`data-guide-keep="read"`). */
export const keptClear = (): Kept => ({ played: kept(''), read: kept('read') });

const kept = (how: string): Rect[] =>
  [...document.querySelectorAll(`[data-guide-keep="${how}"]`)].filter(isShown).map(rectOf);

export interface Anchor {
  rect: Rect;
  /** Drawn on a board, which marks it itself. */
  drawn: boolean;
  /** Under a panel or a dialog. */
  covered: boolean;
}

/** Whether something else lies over its middle; the guide's own words do not count. */
function isCovered(element: Element): boolean {
  const { left, top, width, height } = rectOf(element);
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  return over !== null && !element.contains(over) && !over.contains(element) && !over.closest('[data-guide-words]');
}

export function measure(name: string): Anchor | null {
  const element = anchorOf(name);
  return element && { rect: rectOf(element), drawn: element instanceof SVGElement, covered: isCovered(element) };
}
