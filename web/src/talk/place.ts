/** Where the talk lies while a match is played: in a column beside the board, over what is only read there. */

export interface Place {
  left: number;
  width: number;
  top: number;
  height: number;
}

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** A slip of the screen that the talk may cover, with its column and the first thing of that. */
export interface Spot {
  slip: Box;
  column: Box;
  first: Box | null;
}

const NARROW = 240; // pixels: no talk in less
const LOW = 224;
const HIGH = 460;
const GAP = 10;
const CORNER = { width: 320, height: 300 };

/** The first spot with enough room; where none has it, the corner that is farthest from the board. */
export function chosen(spots: readonly Spot[], width: number, height: number): Place {
  const places = spots.map((spot) => over(spot, height));
  const corner = { ...CORNER, left: width - CORNER.width - GAP, top: height - CORNER.height - GAP };
  return places.find((place) => place.height >= LOW && place.width >= NARROW) ?? corner;
}

/** Over the slip and what else its column has, but not over its first thing: that is what one plays with or against. */
function over({ slip, column, first }: Spot, height: number): Place {
  const beside = !first || first.right <= slip.left || first.left >= slip.right;
  const bottom = Math.min(slip.bottom, column.bottom, height - GAP);
  const tall = Math.min(bottom - (beside ? column.top : first.bottom + GAP), HIGH);
  return { left: slip.left, width: slip.right - slip.left, top: bottom - tall, height: tall };
}

/** Tells where that is, again whenever it changes; null where nothing is played. The answer ends it. */
export function place(tell: (found: Place | null) => void): () => void {
  let last = '';
  const look = () => {
    const spots = [...document.querySelectorAll('[data-talk]')].map(spotOf);
    const found = spots.length ? chosen(spots, innerWidth, innerHeight) : null;
    const now = JSON.stringify(found);
    if (now !== last) tell(found);
    last = now;
  };
  const resized = new ResizeObserver(look);
  const changed = new MutationObserver(look);
  resized.observe(document.body);
  changed.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}

function spotOf(slip: Element): Spot {
  const column = slip.parentElement ?? slip;
  const first = column.firstElementChild;
  return {
    slip: slip.getBoundingClientRect(),
    column: column.getBoundingClientRect(),
    first: first && first !== slip ? first.getBoundingClientRect() : null,
  };
}
