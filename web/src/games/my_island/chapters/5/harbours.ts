/** Harbours in the bays: a pier on the shore, and a ship that lies before it. */
import type { Point, Position } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import { afloat, layer, on } from '../../drawing/place';

export function harbours(scene: Scene): string {
  const { grid, small } = scene;
  return layer(scene, 'harbour')
    .map((cell) => {
      const ship = scene.part ? '' : afloat(scene, before(scene, cell), 'trader', small ? 58 : 50);
      return ship + on(grid, cell, 'harbour', small ? 58 : 48, 2);
    })
    .join('');
}

const FAR = 50; // from the middle of a harbour out to sea

/** In the water before it: away from the middle of the island. */
function before({ grid }: Scene, cell: Position): Point {
  const [x, y] = grid.middle(cell);
  if (y > grid.height - FAR) return [x + 6, y + FAR - 6];
  return x < grid.width / 2 ? [x - FAR - 16, y + 22] : [x + FAR + 10, y + 22];
}
