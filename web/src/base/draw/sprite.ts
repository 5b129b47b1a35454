/** Puts drawings into the page once, so that everything can use them by name. */
export function draw(symbols: string, name: string): void {
  if (typeof document === 'undefined' || document.querySelector(`[data-drawn="${name}"]`)) return;
  const sprite = new DOMParser().parseFromString(symbols, 'image/svg+xml').documentElement;
  sprite.setAttribute('width', '0');
  sprite.setAttribute('height', '0');
  sprite.setAttribute('aria-hidden', 'true');
  sprite.classList.add('vh');
  const here = document.importNode(sprite, true);
  here.setAttribute('data-drawn', name);
  document.body.prepend(here);
}
