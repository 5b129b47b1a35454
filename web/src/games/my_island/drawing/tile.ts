/** A tile of hexes as SVG: one wooden outline, a symbol on every cell. */
import { CELL, short, type Geometry, type Position } from '../../laying/grid/geometry';
import type { Drawn, Look } from '../../laying/grid/scene';
import { joined } from './roads';
import { ROAD, SYMBOLS } from './symbols';

const SIZE = { near: 35, far: 38 };

export function tile(grid: Geometry, { cells, marks }: Drawn, look: Look): string {
  const out = grid.outline(cells, look.small ? 1 : 1.4, 5);
  const ground = cells
    .map((cell, i) => `<path d="${hexagon(grid, cell)}" fill="var(--${colour(marks[i])})"/>`)
    .join('');
  const shown = cells.map((cell, i) => symbol(grid, cell, marks[i] ?? '', look)).join('');
  return (
    `${base(out, look)}<clipPath id="${look.id}"><path d="${out}"/></clipPath>` +
    `<g clip-path="url(#${look.id})">${ground}</g>` +
    `<path d="${seams(grid, cells)}" stroke="rgba(30,20,10,.3)" stroke-width="1.3"` +
    ` stroke-dasharray="3 3" fill="none"/>${shown}` +
    `<path d="${out}" fill="none" stroke="var(--wood-ink)" stroke-width="${look.small ? 2.6 : 1.8}"/>`
  );
}

function colour(mark = ''): string {
  return mark in SYMBOLS ? mark.toLowerCase() : 'wood-2';
}

/** The shadow and the edge of a thing one can take. */
function base(out: string, look: Look): string {
  const edge = `<path d="${out}" transform="translate(0 3)" fill="var(--wood-ink)"/>`;
  if (look.small) return edge;
  return `<path d="${out}" transform="translate(1.5 ${look.lift ? 12 : 5})" fill="var(--drop)"/>${edge}`;
}

/** A little larger than the cell, so that no gap shines through. */
function hexagon(grid: Geometry, cell: Position): string {
  return grid.outline([cell], -0.4, 0);
}

/** The dashed lines between the cells of one tile. */
function seams(grid: Geometry, cells: readonly Position[]): string {
  const own = new Set(cells.map(String));
  const half = grid.lattice.sides.length / 2;
  return cells
    .flatMap((cell) =>
      grid
        .neighbours(cell)
        .slice(0, half)
        .map((other, side) => (own.has(String(other)) ? edge(grid, cell, side) : '')),
    )
    .join('');
}

/** The line between a cell and its neighbour on that side: side 0 lies between the second and the third corner. */
export function edge(grid: Geometry, cell: Position, side: number): string {
  const corners = grid.polygon(cell);
  const [a, b] = [corners[(side + 1) % 6], corners[(side + 2) % 6]];
  return a && b ? `M${short(a[0])} ${short(a[1])}L${short(b[0])} ${short(b[1])}` : '';
}

function symbol(grid: Geometry, cell: Position, mark: string, look: Look): string {
  const name = SYMBOLS[mark];
  if (!name || (mark === ROAD && look.scene && joined(look.scene, cell))) return '';
  const [x, y] = grid.middle(cell);
  const size = look.small ? SIZE.far : SIZE.near;
  const place = `x="${short(x - size / 2)}" y="${short(y - size / 2)}" width="${size}" height="${size}"`;
  const letter =
    `<text class="p-letter" display="none" x="${short(x)}" y="${short(y + CELL / 7)}"` +
    ` stroke="var(--${colour(mark)}-2)">${mark}</text>`;
  return `<use class="p-mark" href="#i-${name}${look.small ? '-s' : ''}" ${place}/>${letter}`;
}
