/** A sticker: a disc of paper, light under the lamp too, with the drawing of what it brings. */
import { short, type Geometry, type Position } from '../grid/geometry';
import type { Look } from '../grid/scene';

const DISC = 20; // its radius
const ART = 34; // the side of the drawing on it

export function sticker(grid: Geometry, cell: Position, name: string, art: string | null, look: Look): string {
  const [x, y] = grid.middle(cell);
  const shadow = look.lift ? `<circle cx="${short(x + 3)}" cy="${short(y + 9)}" r="${DISC}" fill="var(--drop)"/>` : '';
  return (
    `${shadow}<circle cx="${short(x)}" cy="${short(y)}" r="${DISC}" fill="var(--snow)"` +
    ` stroke="var(--mount-2)" stroke-width="1.5" stroke-dasharray="4 2.5"/>` +
    (art ? drawing(art, x, y) : letters(name, x, y))
  );
}

function drawing(art: string, x: number, y: number): string {
  const half = ART / 2;
  return `<use href="#${art}" x="${short(x - half)}" y="${short(y - half)}" width="${ART}" height="${ART}"/>`;
}

/** A thing without a drawing: its first letters. */
function letters(name: string, x: number, y: number): string {
  const text = name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
  return (
    `<text x="${short(x)}" y="${short(y + 6)}" text-anchor="middle" font-family="var(--serif)"` +
    ` font-weight="700" font-size="17" fill="var(--wood-ink)">${text}</text>`
  );
}
