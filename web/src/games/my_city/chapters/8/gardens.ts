/** Green corners: parks that closed cells have become, and houses of one cell. */
import { short, type Geometry } from '../../../laying/grid/geometry';
import { mask } from '../../../laying/grid/masks';
import type { Drawn, Scene } from '../../../laying/grid/scene';

const PARK = 'park'; // the note of cells that are one
const GARDEN_HOUSE = 'N';
const PALACE = 'PAL'; // the shape of the building that stands there from the beginning

export function parks({ grid, board }: Pick<Scene, 'grid' | 'board'>): string {
  return grid
    .positions(mask(board.notes[PARK] ?? '0'))
    .map((cell) => at(grid, cell, PARK))
    .join('');
}

/** The palace counts as a building, the garden house is one: both hide the roof below them. */
export function ownRoof(grid: Geometry, { kind, name, cells }: Drawn): string {
  const art = name === PALACE ? 'palace' : kind === GARDEN_HOUSE ? 'garden' : null;
  return art ? cells.map((cell) => at(grid, cell, art)).join('') : '';
}

function at(grid: Geometry, cell: Drawn['cells'][number], art: string): string {
  const [x, y] = grid.corner(cell);
  return `<use href="#p-${art}" x="${short(x + 1)}" y="${short(y + 1)}" width="46" height="46"/>`;
}
