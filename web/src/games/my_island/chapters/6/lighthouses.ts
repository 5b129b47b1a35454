/** Lighthouses on the capes, and their light over the sea. */
import { CELL, short, type Point, type Position } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import { layer } from '../../drawing/place';

/** How far the lamp stands above the middle of its cell. */
export const LAMP = 30;

export function lighthouses(scene: Scene): string {
  const { grid, small } = scene;
  const [wide, tall] = small ? [66, 99] : [CELL, CELL * 1.5];
  return layer(scene, 'lighthouse')
    .map((cell) => {
      const [x, y] = grid.middle(cell);
      const place = `x="${short(x - wide / 2)}" y="${short(y + 22 - tall)}" width="${wide}" height="${tall}"`;
      return `<use href="#i-lighthouse" ${place}/>`;
    })
    .join('');
}

/** Two broad lights over the water, away from the island. */
export function seaLights(scene: Scene): string {
  return layer(scene, 'lighthouse')
    .map((cell) => seaLight(scene, cell))
    .join('');
}

const FAR = 230; // how far a light is seen over the sea
const ENDS = [-14, 60]; // and how wide it is there, from the height of the lamp

function seaLight({ grid, small }: Scene, cell: Position): string {
  const [x, y] = grid.middle(cell);
  const out = x < grid.width / 2 ? -FAR : FAR;
  const points: Point[] = [[x, y - LAMP], ...ENDS.map((end): Point => [x + out, y - LAMP + end])];
  const d = points.map(([a, b]) => `${short(a)} ${short(b)}`).join('L');
  const fade = out < 0 ? 'west' : 'east';
  return `<path d="M${d}z" fill="url(#i-light-${fade})" opacity="${small ? 1 : 0.75}"/>`;
}
