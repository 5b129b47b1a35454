/** Drawings put where they belong: on a cell, somewhere in the water, along a way over cells. */
import { bent, CELL, short, type Geometry, type Point, type Position } from '../../laying/grid/geometry';
import { mask } from '../../laying/grid/masks';
import { episodeOf } from '../../laying/keepsakes/keepsakes';
import type { Scene } from '../../laying/grid/scene';

/** Whether a board belongs to this episode of the campaign or a later one. */
export const since = (episode: number, { view }: Pick<Scene, 'view'>): boolean => episodeOf(view.game) >= episode;

/** A symbol with its middle at a point. */
export function at([x, y]: Point, art: string, size: number, more = ''): string {
  const half = size / 2;
  const place = `x="${short(x - half)}" y="${short(y - half)}" width="${size}" height="${size}"`;
  return `<use href="#i-${art}" ${place}${more}/>`;
}

const WATER = { small: 20, large: 36 }; // beside the land, as far as the picture reaches

/** A ship, moved in from the edge where the picture would cut it. */
export function afloat(
  { grid, small }: Pick<Scene, 'grid' | 'small'>,
  [x, y]: Point,
  art: string,
  size: number,
): string {
  const side = small ? WATER.small : WATER.large;
  const [least, most] = [size / 2 - side, grid.width + side - size / 2];
  return at([Math.min(most, Math.max(least, x)), Math.min(y, grid.height + side - size / 2)], art, size);
}

/** A symbol on a cell, raised a little where it stands taller than its hex. */
export function on(grid: Geometry, cell: Position, art: string, size: number, raised = 0): string {
  const [x, y] = grid.middle(cell);
  return at([x, y - raised], art, size);
}

/** The cells of a layer of the ground. */
export function layer({ grid, ground }: Pick<Scene, 'grid' | 'ground'>, name: string): Position[] {
  return grid.positions(mask(ground.layers[name]?.[0] ?? '0'));
}

/** The cells with a sticker that the owner of the board has put there. */
export function stuck({ grid, board }: Pick<Scene, 'grid' | 'board'>, sticker: (name: string) => boolean): Position[] {
  return board.brought.stickers.flatMap(([name, cell]) => {
    const here = sticker(name) ? grid.read(cell) : null;
    return here ? [here] : [];
  });
}

/** A rounded line over the middles of cells, by their names. */
export function way(grid: Geometry, names: readonly string[]): string {
  const cells = names.flatMap((name) => {
    const cell = grid.read(name);
    return cell ? [grid.middle(cell)] : [];
  });
  return bent(cells, CELL / 3);
}

/** The two corners of the sea where the island is narrow: lower left, lower right. */
export function corners(grid: Geometry): { left: Point; right: Point } {
  return { left: [44, grid.height - 58], right: [grid.width - 44, grid.height - 58] };
}
