/** One building or tile as SVG: one outline, a roof that tells its kind without colour, a mark. */
import { CELL, short, type Geometry, type Position } from '../../laying/grid/geometry';
import type { Drawn, Look } from '../../laying/grid/scene';
import { roof } from './roof';

/** Kinds with drawn art, and the prefix of their colours. */
const DRAWN: Readonly<Record<string, string>> = { Y: 'y', R: 'r', B: 'b', C: 'c' };

export function colour(kind: string): string {
  return DRAWN[kind] ?? 'wood';
}

export function building(grid: Geometry, { cells, kind, marks }: Drawn, look: Look): string {
  const out = grid.outline(cells, look.small ? 1.5 : 2, look.small ? 5 : 6);
  const near = cells.map(([row, column]): Position => [row - grid.top, column - grid.left]);
  const k = colour(kind);
  const body =
    k === 'wood'
      ? neutral(grid, cells, marks, out, look)
      : k === 'b'
        ? flatRoof(grid, cells, out, look)
        : hipRoof(near, k, out, look);
  const rim = `<path d="${out}" fill="none" stroke="var(--${k}-ink)" stroke-width="${look.small ? 2.4 : 1.8}"/>`;
  return `${base(out, k, look)}${body}${rim}${look.small ? '' : signs(near, k, kind)}`;
}

/** The shadow and the edge of a thing one can take. */
function base(out: string, k: string, look: Look): string {
  const edge = `<path d="${out}" transform="translate(0 3)" fill="var(--${k}-ink)"/>`;
  if (look.small) return edge;
  return `<path d="${out}" transform="translate(1.5 ${look.lift ? 13 : 5.5})" fill="var(--drop)"/>${edge}`;
}

function hipRoof(cells: readonly Position[], k: string, out: string, look: Look): string {
  const { north, south, sides, ridge } = roof(cells);
  const plain = look.small || k === 'c';
  const fill = (side: string, tone: string): string => (plain ? `var(--${k}${tone})` : `url(#p-${k}${side})`);
  return (
    `<clipPath id="${look.id}"><path d="${out}"/></clipPath><g clip-path="url(#${look.id})">` +
    `<path d="${north}" fill="${fill('n', '-hi')}"/><path d="${sides}" fill="${fill('e', '')}"/>` +
    `<path d="${south}" fill="${fill('s', '-lo')}"/>` +
    `<path d="${ridge}" fill="none" stroke="var(--${k}-ink)" stroke-width="1.5"` +
    ` stroke-linecap="round" opacity=".62"/></g>`
  );
}

function flatRoof(grid: Geometry, cells: readonly Position[], out: string, look: Look): string {
  const inner = (inset: number, radius: number, tone: string, width: number): string =>
    `<path d="${grid.outline(cells, inset, radius)}" fill="none" stroke="var(--b${tone})" stroke-width="${width}"/>`;
  if (look.small) return `<path d="${out}" fill="var(--b)"/>${inner(10, 3, '-hi', 4)}`;
  return `<path d="${out}" fill="url(#p-b)"/>${inner(5, 4, '-hi', 2.6)}${inner(7, 3, '-ink', 1)}`;
}

/** A kind nobody has drawn yet: a wooden tile with letters. */
function neutral(
  grid: Geometry,
  cells: readonly Position[],
  marks: readonly string[],
  out: string,
  look: Look,
): string {
  const letters = cells.map((cell, i) => letterAt(grid, cell, marks[i] ?? ''));
  return `<path d="${out}" fill="var(--wood-2)"/>${look.small ? '' : letters.join('')}`;
}

function letterAt(grid: Geometry, cell: Position, word: string): string {
  const [x, y] = grid.middle(cell);
  const text = word.slice(0, 2).replace(/[^\p{L}\p{N}]/gu, '');
  return (
    `<text x="${x}" y="${y + 6}" text-anchor="middle" font-family="var(--serif)"` +
    ` font-weight="700" font-size="18" fill="var(--wood-ink)">${text}</text>`
  );
}

function signs(cells: readonly Position[], k: string, kind: string): string {
  const { block } = roof(cells);
  const main = middle(cells);
  const [x, y] = block
    ? [(block[1] + 1) * CELL, (block[0] + 1) * CELL]
    : [(main[1] + 0.5) * CELL, (main[0] + 0.5) * CELL];
  const size = SIZES[k];
  if (!size) return '';
  const windows = k === 'y' ? dormers(cells) : k === 'b' && !block ? skylights(cells, main) : '';
  const place = `x="${short(x - size / 2)}" y="${short(y - size / 2 - 1)}" width="${size}" height="${size}"`;
  return `${windows}<use class="p-mark" href="#p-roof-${k}" ${place}/>${letterOf(kind, k, x, y)}`;
}

const SIZES: Readonly<Record<string, number>> = { y: 18, r: 22, b: 24, c: 26 };

/** The kind's letter in the mark's place; shown by a setting on the root element. */
function letterOf(kind: string, k: string, x: number, y: number): string {
  return (
    `<text class="p-letter" display="none" x="${short(x)}" y="${short(y + 7)}"` +
    ` stroke="var(--${k}-ink)">${kind}</text>`
  );
}

/** The cell nearest to the middle of all. */
function middle(cells: readonly Position[]): Position {
  const row = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const far = ([y, x]: Position): number => Math.hypot(y - row, x - column);
  return [...cells].sort((a, b) => far(a) - far(b))[0] ?? [0, 0];
}

/** Windows in the south eaves; at night they are lit. */
function dormers(cells: readonly Position[]): string {
  const inside = new Set(cells.map(String));
  const free = cells.filter(([y, x]) => !inside.has(`${y + 1},${x}`));
  const d = free.map(([y, x]) => `M${x * CELL + 19} ${y * CELL + 41}v-5a5 5 0 0 1 10 0v5z`).join('');
  return `<path d="${d}" fill="var(--window)" stroke="var(--y-ink)" stroke-width="1.2"/>`;
}

function skylights(cells: readonly Position[], main: Position): string {
  const d = cells
    .filter((cell) => cell !== main)
    .map(([y, x]) => `M${x * CELL + 16} ${y * CELL + 18}h16v12h-16z`)
    .join('');
  return `<path d="${d}" fill="var(--window-b)" stroke="var(--b-ink)" stroke-width="1.3" stroke-linejoin="round"/>`;
}
