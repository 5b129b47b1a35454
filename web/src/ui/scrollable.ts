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
  const content = new MutationObserver(check);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  node.addEventListener('scroll', check, { passive: true });
  check();
  return () => {
    sizes.disconnect();
    content.disconnect();
    node.removeEventListener('scroll', check);
  };
}
