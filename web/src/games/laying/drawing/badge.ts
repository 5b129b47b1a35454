/** A few characters on a paper disc: a hint for those who plan. */
import { CELL, short, type Geometry, type Position } from '../grid/geometry';

/** `from` is how far right and down of the cell's lower left corner it stands. */
export function badge(grid: Geometry, cell: Position, text: string, [right, up]: readonly [number, number]): string {
  const [x, y] = grid.corner(cell);
  const [a, b] = [x + right + text.length * 3.5, y + CELL - up + 4];
  const width = text.length * 8 + 8;
  return (
    `<rect x="${short(a - width / 2)}" y="${short(b - 9)}" width="${width}" height="18" rx="9"` +
    ` fill="var(--paper)" stroke="var(--ink)" stroke-width="1.2"/>` +
    `<text x="${short(a)}" y="${short(b + 4.6)}" text-anchor="middle" font-family="var(--sans)" font-weight="700"` +
    ` font-size="13" fill="var(--ink)">${text}</text>`
  );
}
