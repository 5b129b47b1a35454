/** Where we are, over the history API. */

import { isOurs, readRoute, type Route } from './route';

let path = $state(location.pathname);
const route = $derived(readRoute(path));

export const currentRoute = (): Route => route;

export function go(to: string, replace = false): void {
  if (to !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', to);
  path = location.pathname;
  window.scrollTo(0, 0);
  requestAnimationFrame(arrive);
}

/** A keyboard goes on from the new page, not from a link that is gone. */
function arrive(): void {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}

/** Follows back, forward and our own links; the answer stops it. */
export function followLinks(): () => void {
  const moved = () => (path = location.pathname);
  window.addEventListener('popstate', moved);
  document.addEventListener('click', click);
  return () => {
    window.removeEventListener('popstate', moved);
    document.removeEventListener('click', click);
  };
}

function click(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  if (!isOurs(new URL(link.href), new URL(location.href))) return;
  event.preventDefault();
  const { pathname, hash } = new URL(link.href);
  go(pathname + hash);
}
