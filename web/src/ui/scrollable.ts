/** A region that scrolls can be reached by keyboard; one that shows all it has is no stop on the way. */
export function scrollable(node: HTMLElement): () => void {
  const check = () => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(check);
  const content = new MutationObserver(check);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  check();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
