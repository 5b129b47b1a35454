/** Green corners: parks that closed cells have become, and houses of one cell. */
import { short, type Geometry } from '../../../laying/geometry';
import { mask } from '../../../laying/masks';
import type { Drawn, Scene } from '../../../laying/scene';

const PARK = 'park'; // the note of cells that are one
const GARDEN_HOUSE = 'N';

export function parks({ grid, board }: Pick<Scene, 'grid' | 'board'>): string {
  return grid
    .positions(mask(board.notes[PARK] ?? '0'))
    .map((cell) => at(grid, cell, PARK))
    .join('');
}

export function gardenHouse(grid: Geometry, { kind, cells }: Drawn): string {
  return kind === GARDEN_HOUSE ? cells.map((cell) => at(grid, cell, 'garden')).join('') : '';
}

function at(grid: Geometry, cell: Drawn['cells'][number], art: string): string {
  const [x, y] = grid.corner(cell);
  return `<use href="#p-${art}" x="${short(x + 1)}" y="${short(y + 1)}" width="46" height="46"/>`;
}
