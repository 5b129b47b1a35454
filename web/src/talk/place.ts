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
const SHEET = 0.46; // of a phone's height

/** The first spot with enough room, else one with nearly enough; where none has it, the lower corner. */
export function chosen(spots: readonly Spot[], width: number, height: number): Place {
  const places = spots.map((spot) => over(spot, height)).filter((place) => place.width >= NARROW);
  const nearly = places.find((place) => place.height >= LOW / 2);
  const corner = { ...CORNER, left: width - CORNER.width - GAP, top: height - CORNER.height - GAP };
  return places.find((place) => place.height >= LOW) ?? (nearly ? raised(nearly) : corner);
}

/** How tall a phone's sheet is under a board that ends here. */
export function sheet(board: number, height: number): number {
  return Math.min(SHEET * height, Math.max(LOW, height - board - GAP / 2));
}

function raised(place: Place): Place {
  return { ...place, top: place.top + place.height - LOW, height: LOW };
}

/** Over the slip and what else its column has, but not over its first thing: that is what one plays with or against. */
function over({ slip, column, first }: Spot, height: number): Place {
  const beside = !first || first.right <= slip.left || first.left >= slip.right;
  const bottom = Math.min(slip.bottom, column.bottom, height - GAP);
  const tall = Math.min(bottom - (beside ? column.top : first.bottom + GAP), HIGH);
  return { left: slip.left, width: slip.right - slip.left, top: bottom - tall, height: tall };
}

/** Tells where that is, again whenever it changes; null where nothing is played. The answer ends it. */
export function place(phone: boolean, tell: (found: Place | null) => void): () => void {
  let last = '';
  const look = () => {
    const found = phone ? below() : beside();
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

function beside(): Place | null {
  const spots = [...document.querySelectorAll('[data-talk]')].map(spotOf);
  return spots.length ? chosen(spots, innerWidth, innerHeight) : null;
}

/** Under the board; a phone that lies on its side has room only at its edge. */
function below(): Place | null {
  const board = document.querySelector('.play main')?.getBoundingClientRect();
  if (!board || innerWidth > innerHeight) return null;
  const height = sheet(board.bottom, innerHeight);
  return { left: 0, width: innerWidth, top: innerHeight - height, height };
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
