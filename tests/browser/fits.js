// What does not fit on the page: text or controls outside the screen or their box, cut, or one over another.
// Evaluates to a function that returns one line per fault, each with the path to the element.
() => {
  const SLACK = 1.5; // pixels: browsers round, and letters reach a little over their line
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider]';
  const faults = [];
  const modal = document.querySelector('dialog:modal');
  const root = modal ?? document.body;
  const styles = new Map();
  const styleOf = (node) => {
    if (!styles.has(node)) styles.set(node, getComputedStyle(node));
    return styles.get(node);
  };
  const ancestors = (node) => {
    const found = [];
    for (let one = node; one && one !== document.documentElement; one = one.parentElement) found.push(one);
    return found;
  };
  const nameOf = (node) => {
    const words = typeof node.className === 'string' ? node.className : (node.className?.baseVal ?? '');
    const name = words.split(/\s+/).filter((word) => word && !word.startsWith('svelte-')).join('.');
    return node.tagName.toLowerCase() + (name ? `.${name}` : '');
  };
  const told = (node) => ancestors(node).slice(0, 4).reverse().map(nameOf).join(' > ');
  const label = (node) => (node.getAttribute('aria-label') ?? node.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
  const complain = (what, node, by = '') => faults.push(`${what}: "${label(node)}" ${told(node)}${by && ` ${by}`}`);
  const round = (...numbers) => numbers.map((number) => Math.round(number * 10) / 10).join(' ');

  const isSeen = (node) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !ancestors(node).some((one) => one.classList?.contains('vh') || styleOf(one).clipPath === 'inset(50%)');
  const scrolls = (style, axis) => ['auto', 'scroll'].includes(style[`overflow${axis}`]);
  const clips = (style, axis) => ['hidden', 'clip'].includes(style[`overflow${axis}`]);
  const isPainted = (style) =>
    !/, 0\)$|^transparent$/.test(style.backgroundColor) || style.boxShadow !== 'none' || style.borderTopWidth !== '0px';

  /** By how much a rectangle reaches beyond another, to the left or right and above or below. */
  const beyond = (box, limit) => ({
    X: Math.max(limit.left - box.left, box.right - limit.right),
    Y: Math.max(limit.top - box.top, box.bottom - limit.bottom),
  });

  /** Looks whether a box is within all that could cut it; what scrolls or fades away is no fault, if one sees that. */
  const check = (node, box, what) => {
    let [freeX, freeY] = [false, false]; // whether something between here and there scrolls
    let painted = false;
    if (ancestors(node).some((one) => styleOf(one).maskImage !== 'none' && !scrolls(styleOf(one), 'Y'))) return;
    const fixed = ancestors(node).find((one) => styleOf(one).position === 'fixed');
    for (const one of ancestors(node)) {
      const style = styleOf(one);
      const limit = one.getBoundingClientRect();
      const over = beyond(box, limit);
      const own = one === node && what !== 'text';
      if (!own && one !== document.body && style.display !== 'inline' && style.display !== 'contents') {
        if (!freeX && over.X > SLACK && clips(style, 'X')) complain(`${what} cut sideways`, node, round(over.X));
        if (!freeY && over.Y > SLACK && clips(style, 'Y')) complain(`${what} cut`, node, `${round(over.Y)} by ${nameOf(one)}`);
        if (!painted && !freeX && !freeY && isPainted(style) && !(one instanceof SVGElement)) {
          painted = true;
          const [x, y] = [clips(style, 'X') ? 0 : over.X, clips(style, 'Y') ? 0 : over.Y];
          const reach = what === 'text' ? SLACK : 12;
          if (!scrolls(style, 'X') && x > reach) complain(`${what} sticks out sideways`, node, `${round(x)} of ${nameOf(one)}`);
          if (!scrolls(style, 'Y') && y > reach) complain(`${what} sticks out`, node, `${round(y)} of ${nameOf(one)}`);
        }
        if (!freeX && over.X > SLACK && scrolls(style, 'X')) complain(`${what} scrolled away sideways`, node, `${round(over.X)} in ${nameOf(one)}`);
        if (!freeY && over.Y > SLACK && scrolls(style, 'Y') && style.scrollbarWidth === 'none' && !('more' in one.dataset))
          complain(`${what} out of sight without a hint`, node, `${round(over.Y)} in ${nameOf(one)}`);
      }
      if (scrolls(style, 'X')) freeX = true;
      if (scrolls(style, 'Y')) freeY = true;
      if (one === fixed) break;
    }
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const over = beyond(box, screen);
    if (!freeX && over.X > SLACK) complain(`${what} beyond the screen sideways`, node, round(over.X));
    const pageScrolls = !fixed && document.documentElement.scrollHeight > innerHeight + 1;
    if (!freeY && !pageScrolls && over.Y > SLACK) complain(`${what} beyond the screen`, node, round(over.Y));
  };

  const texts = []; // [node, boxes of its lines]
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('svg, select, script, style') || !isSeen(parent)) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (!boxes.length) continue;
    texts.push([parent, boxes]);
    const all = {
      left: Math.min(...boxes.map((box) => box.left)),
      right: Math.max(...boxes.map((box) => box.right)),
      top: Math.min(...boxes.map((box) => box.top + box.height * 0.12)),
      bottom: Math.max(...boxes.map((box) => box.bottom - box.height * 0.12)),
    };
    check(parent, all, 'text');
  }

  const controls = [...root.querySelectorAll(CONTROLS)].filter(
    (node) => isSeen(node) && node.getBoundingClientRect().width > 2,
  );
  for (const node of controls) check(node, node.getBoundingClientRect(), 'control');

  /** What of a box the scrolling regions around it let one see. */
  const visible = (node, box) => {
    const found = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (const one of ancestors(node).slice(1)) {
      const style = styleOf(one);
      const limit = one.getBoundingClientRect();
      if (style.overflowX !== 'visible') [found.left, found.right] = [Math.max(found.left, limit.left), Math.min(found.right, limit.right)];
      if (style.overflowY !== 'visible') [found.top, found.bottom] = [Math.max(found.top, limit.top), Math.min(found.bottom, limit.bottom)];
      if (style.position === 'fixed') break;
    }
    return found;
  };
  const common = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  /** What lies over the rest of the page on purpose: bars, sheets, menus. */
  const layerOf = (node) =>
    ancestors(node).find((one) => ['fixed', 'sticky'].includes(styleOf(one).position) || Number(styleOf(one).zIndex) > 9) ??
    null;
  const holds = (outer, inner) => common(outer, inner)[0] > inner.right - inner.left - SLACK && common(outer, inner)[1] > inner.bottom - inner.top - SLACK;

  const pressed = controls.map((node) => [node, visible(node, node.getBoundingClientRect()), layerOf(node)]);
  pressed.forEach(([one, a, layer], i) => {
    for (const [other, b, level] of pressed.slice(i + 1)) {
      if (layer !== level || one.contains(other) || other.contains(one) || holds(a, b) || holds(b, a)) continue;
      const [wide, tall] = common(a, b);
      if (wide > SLACK && tall > SLACK) complain('controls overlap', one, `and "${label(other)}" ${nameOf(other)} ${round(wide, tall)}`);
    }
  });
  const pictures = [...root.querySelectorAll('svg')].filter((node) => isSeen(node) && !node.closest(`${CONTROLS}, svg svg, [role=application]`));
  for (const [control, box, layer] of pressed) {
    for (const picture of pictures) {
      const drawn = visible(picture, picture.getBoundingClientRect());
      const [wide, tall] = common(box, drawn);
      if (layer !== layerOf(picture) || control.parentElement.contains(picture) || holds(drawn, box) || wide < 4 || tall < 4) continue;
      complain('a picture over a control', control, `${told(picture)} ${round(wide, tall)}`);
    }
  }
  const lines = texts.flatMap(([node, boxes]) => boxes.map((box) => [node, visible(node, box), layerOf(node)]));
  lines.forEach(([one, a, layer], i) => {
    for (const [other, b, level] of lines.slice(i + 1)) {
      if (layer !== level || one === other) continue;
      const [wide, tall] = common(a, b);
      const low = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (wide > SLACK && tall > low * 0.4) complain('texts overlap', one, `and "${label(other)}" ${nameOf(other)}`);
    }
  });

  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide - innerWidth} pixels too wide`);
  return [...new Set(faults)];
}
