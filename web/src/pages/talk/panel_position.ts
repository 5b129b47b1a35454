/** Where the talk lies while a match is played: never over anything one plays with. */

export interface Place {
  left: number;
  width: number;
  top: number;
  height: number;
}

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** A slip that is only read: the talk may take its place, and that of what is only read above it. */
export interface Spot {
  slip: Box;
  /** Where its column begins. */
  top: number;
  /** Of what is above it in its column, all that has buttons. */
  above: readonly Box[];
}

const MIN_WIDTH_PX = 240;
const FULL_WIDTH_PX = 352; // eight buttons abreast
const MIN_HEIGHT_PX = 144; // two lines of what was said, the signs in one row with the head
const READING_HEIGHT_PX = 224; // from here on the head has a row of its own
const MAX_HEIGHT_PX = 460;
const END_WIDTH_PX = 352;
const GAP_PX = 10;
const PHONE_HEIGHT_PX = 168; // of a phone's height, in place of its sheet
const SIDEWAYS_PHONE_PX = 480; // a phone on its side

/** Whether the head and the signs share a row. */
export const isLow = (place: Place): boolean => place.height < READING_HEIGHT_PX;

/** The first spot with room to read, else one where it can lie low. */
export function chosen<S extends Spot>(spots: readonly S[], height: number): S | undefined {
  const fits = (wide: number, tall: number) => (spot: S) => {
    const place = over(spot, height);
    return place.width >= wide && place.height >= tall;
  };
  return spots.find(fits(MIN_WIDTH_PX, READING_HEIGHT_PX)) ?? spots.find(fits(FULL_WIDTH_PX, MIN_HEIGHT_PX));
}

/** In place of the slip, and higher up as far as there is nothing to press. */
export function over({ slip, top: start, above }: Spot, height: number): Place {
  const bottom = Math.min(slip.bottom, height - GAP_PX);
  const stops = above.filter((box) => box.left < slip.right && box.right > slip.left).map((box) => box.bottom + GAP_PX);
  const top = Math.min(slip.top, Math.max(bottom - MAX_HEIGHT_PX, start, ...stops));
  return { left: slip.left, width: slip.right - slip.left, top, height: bottom - top };
}

/** Below what one plays on or with: as wide as that, or at its end. */
export function under(thing: Box, atEnd: boolean, height: number): Place {
  const width = Math.min(thing.right - thing.left, atEnd ? END_WIDTH_PX : Infinity);
  const top = thing.bottom + GAP_PX;
  return { left: thing.right - width, width, top, height: height - GAP_PX - top };
}

/** On a phone, in place of its sheet: below the board and the hand, or beside them when the phone lies on its side. */
export function instead(board: Box, hand: Box, width: number, height: number): Place {
  const beside = hand.top < board.bottom;
  const left = beside ? hand.left : 0;
  const tall = !beside ? PHONE_HEIGHT_PX : height > SIDEWAYS_PHONE_PX ? READING_HEIGHT_PX : MIN_HEIGHT_PX;
  return { left, width: width - left, top: height - tall, height: tall };
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
  for (const seen of [
    document.body,
    ...document.querySelectorAll('.near, [data-talk], [data-talk-under] > :first-child'),
  ])
    resized.observe(seen);
  changed.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    resized.disconnect();
    changed.disconnect();
    makeRoom(null);
  };
}

function beside(): Place | null {
  const spot = chosen([...document.querySelectorAll('[data-talk]')].map(spotOf), innerHeight);
  if (spot) {
    makeRoom(null, spot.element);
    return over(spot, innerHeight);
  }
  const column = document.querySelector<HTMLElement>('[data-talk-under]');
  if (!column?.firstElementChild) return null;
  makeRoom('under');
  return under(column.firstElementChild.getBoundingClientRect(), column.dataset.talkUnder === 'end', innerHeight);
}

function below(): Place | null {
  const [board, hand] = ['.play .middle', '.play .near'].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  if (!board || !hand) return null;
  const found = instead(board, hand, innerWidth, innerHeight);
  makeRoom('sheet');
  document.documentElement.style.setProperty('--talk-sheet', `${found.height}px`);
  return found;
}

/** The playing screens lay themselves out around the talk; what it takes the place of cannot be reached. */
function makeRoom(how: 'under' | 'sheet' | null, instead?: Element): void {
  const root = document.documentElement;
  if (how) root.dataset.talking = how;
  else delete root.dataset.talking;
  if (how !== 'sheet') root.style.removeProperty('--talk-sheet');
  for (const slip of document.querySelectorAll('[data-talk]')) slip.toggleAttribute('data-away', slip === instead);
}

function spotOf(slip: Element): Spot & { element: Element } {
  const before = [...(slip.parentElement?.children ?? [])].filter(
    (one) => one.compareDocumentPosition(slip) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const above = before.filter((one) => one.querySelector('button'));
  return {
    element: slip,
    slip: slip.getBoundingClientRect(),
    top: (slip.parentElement ?? slip).getBoundingClientRect().top,
    above: above.map((one) => one.getBoundingClientRect()),
  };
}
