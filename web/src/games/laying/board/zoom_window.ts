/** Looking at a part of a wide board from near: the window is as tall as the board and follows the piece. */
import type { Box } from '../grid/geometry';

const MARGIN_PX = 60; // kept free between the piece and the edge of the window

/** The part of the frame in a window of this shape, around a place that may lie anywhere. */
export function windowAt(frame: Box, ratio: number, middle: number): Box {
  const width = Math.min(frame.width, frame.height * ratio);
  const x = Math.max(frame.x, Math.min(middle - width / 2, frame.x + frame.width - width));
  return { ...frame, x, width };
}

/** Where the middle of the window has to be so that the piece is well in it; unchanged where it is. */
export function followed(window: Box, piece: Box): number {
  const middle = window.x + window.width / 2;
  const [left, right] = [piece.x - MARGIN_PX - window.x, window.x + window.width - piece.x - piece.width - MARGIN_PX];
  if (left < 0) return middle + left;
  return right < 0 ? middle - right : middle;
}
