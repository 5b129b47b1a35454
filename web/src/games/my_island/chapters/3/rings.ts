/** Rings and bays on the board: lines to the cells that are missing, how many lie there, a tick when it is done. */
import { short, type Point } from '../../../laying/grid/geometry';
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { disc } from '../../drawing/disc';
import { spotsOf, type Spot } from './spots';

export function rings(scene: Scene): string {
  return spotsOf(scene.board)
    .map((spot) => ring(scene, spot))
    .join('');
}

function ring(scene: Scene, { cells, ring: around, open, have, need, done }: Spot): string {
  const { grid } = scene;
  const at = cells === around ? beforeBay(scene, around) : middleOf(grid.positions(mask(cells)).map(grid.middle));
  const badge: Point = [at[0] + 20, at[1] - 16];
  if (done) return disc(badge, 'good', '', true);
  const missing = grid.positions(mask(open)).map(grid.middle);
  const lines = missing
    .map(([x, y]) => {
      const [a, b] = [at[0] + (x - at[0]) * BEGINS, at[1] + (y - at[1]) * BEGINS];
      return `M${short(a)} ${short(b)}L${short(x)} ${short(y)}`;
    })
    .join('');
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${lines}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const ends = missing
    .map(([x, y]) => `<circle cx="${short(x)}" cy="${short(y)}" r="4.5" fill="var(--paper)" stroke="var(--ink)"/>`)
    .join('');
  return (
    `<g class="ring" fill="none" stroke-linecap="round" stroke-width="1.8">` +
    `${stroke('paper', 4.5, ' opacity=".85"')}${stroke('ink', 2, ' stroke-dasharray="1 6"')}${ends}</g>` +
    disc(badge, 'paper', `${have}/${need}`, false)
  );
}

const BEGINS = 0.45; // of the way: what stands in the middle is not crossed out
const FAR = 44; // from the middle of a bay out to sea

/** In the water before a bay: away from the middle of the island. */
export function beforeBay({ grid }: Pick<Scene, 'grid'>, bay: string): Point {
  const cells = grid.positions(mask(bay)).map(grid.middle);
  const [x, y] = middleOf(cells);
  const south = Math.max(...cells.map(([, b]) => b)) > grid.height - FAR;
  if (south) return [x, y + FAR - 4];
  return [x < grid.width / 2 ? x - FAR - 12 : x + FAR + 12, y + 14];
}

function middleOf(points: readonly Point[]): Point {
  const [x, y] = points.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return [x / points.length, y / points.length];
}
