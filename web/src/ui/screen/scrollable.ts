/**
 * A region that scrolls can be reached by keyboard, and fades where there is more below (`data-more`); one that shows
 * all it has is no stop on the way.
 */
export function scrollable(node: HTMLElement): () => void {
  const check = () => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
    node.toggleAttribute('data-more', node.scrollTop + node.clientHeight < node.scrollHeight - 2);
  };
  const sizes = new ResizeObserver(check);
  // Observed anew, it is measured with the next frame; measuring at every change would lay the page out each time.
  const content = new MutationObserver(() => sizes.observe(node));
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  node.addEventListener('scroll', check, { passive: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
    node.removeEventListener('scroll', check);
  };
}
