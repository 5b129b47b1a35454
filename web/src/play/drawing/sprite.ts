/** The drawn things of the board and the icons, put into the page once. */
import sprite from './sprite.svg?raw';

const MARK = 'data-play-sprite';

export function ensureSprite(): void {
  if (typeof document === 'undefined' || document.querySelector(`[${MARK}]`)) return;
  const holder = document.createElement('div');
  holder.setAttribute(MARK, '');
  holder.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  holder.innerHTML = sprite;
  document.body.prepend(holder);
}
