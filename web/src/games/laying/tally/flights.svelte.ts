/** Points that an answer brought fly, as the preview told them, to the tally, or to a pawn where that is hidden. */
import { untrack } from 'svelte';
import { signed } from '../../../base/i18n/number';
import { flyText, homeOf } from '../../../ui/effects/motion';
import { bookedBy, type Booked } from './booked';
import type { Desk } from '../desk/desk.svelte';
import { mask } from '../grid/masks';
import type { View } from '../view';

const FLIGHT_MS = 900;
const APART_MS = 140;

/** Follows one's own board while its component lives. */
export function followBookings(view: () => View, desk: Desk, root: () => HTMLElement | undefined): void {
  let before = untrack(() => desk.board);
  $effect(() => {
    const now = desk.board;
    untrack(() => {
      const grown = now.laid.length === before.laid.length + 1 && now.seat === before.seat;
      const booked = grown ? bookedBy(view(), before, now) : [];
      before = now;
      booked.forEach((one, i) => send(one, desk, root(), i * APART_MS));
    });
  });
}

function send({ line, points, cells, open }: Booked, desk: Desk, root: HTMLElement | undefined, delay: number): void {
  const to = lineIn(root, line) ?? homeOf(desk.board.seat);
  const drawn = desk.surface?.getScreenCTM();
  const positions = desk.grid.positions(mask(cells) & desk.grid.cells);
  if (!to || !drawn || !positions.length) return;
  const middles = positions.map((cell) => desk.grid.middle(cell));
  const mean = (axis: 0 | 1): number => middles.reduce((sum, at) => sum + at[axis], 0) / middles.length;
  const from = new DOMPoint(mean(0), mean(1)).matrixTransform(drawn);
  void flyText(signed(points), open ? 'quiet' : points < 0 ? 'lost' : 'won', from, to, FLIGHT_MS, delay);
}

/** A line of one's tally on the screen. */
function lineIn(root: HTMLElement | undefined, line: number): Element | null {
  const found = root?.querySelectorAll('.tally > button, .block > button')[line];
  return found?.checkVisibility() ? found : null;
}
