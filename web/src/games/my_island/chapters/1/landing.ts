/** The landing: boats drawn up on the sand, and footprints that go further every day. */
import { short, type Geometry } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import { at, corners, layer, on, since, stuck } from '../../drawing/place';
import { signed } from '../../drawing/signs';

/** Who walked where, and since which episode: by the names of cells. */
const WALKS: readonly (readonly [since: number, cells: readonly string[]])[] = [
  [1, ['0,7', '1,6', '1,5', '2,4']],
  [1, ['1,7', '2,7', '3,7', '4,7']],
  [2, ['8,7', '8,6', '9,5', '9,4']],
  [2, ['0,6', '0,5', '0,4', '0,3']],
  [3, ['2,4', '3,3', '3,2']],
  [3, ['9,4', '9,3', '10,2']],
];

const BOATS: readonly (readonly [number, number, number])[] = [
  [-26, 6, 42],
  [24, 12, 50],
];

/** A sandbank where the water is calm. */
export function sandbank(scene: Scene): string {
  if (!since(1, scene)) return '';
  const { left } = corners(scene.grid);
  return (
    `<ellipse cx="${short(left[0])}" cy="${short(left[1] + 8)}" rx="66" ry="33" fill="var(--sea-2)"/>` +
    `<ellipse cx="${short(left[0])}" cy="${short(left[1] + 6)}" rx="56" ry="25" fill="var(--beach)"` +
    ` stroke="var(--beach-2)" stroke-width="1.5"/>`
  );
}

const SAILS = 7; // the episode since which other sails are seen

/** Boats drawn up on it, and the ship that brought them. */
export function boats(scene: Scene): string {
  if (!since(1, scene)) return '';
  const { left, right } = corners(scene.grid);
  const larger = scene.small ? 1.3 : 1;
  const ship = since(SAILS, scene) ? '' : at(right, 'boat', 58 * larger);
  return ship + BOATS.map(([x, y, size]) => at([left[0] + x, left[1] + y], 'landed', size * larger)).join('');
}

/** A print left and right of every way, one after the other. */
export function footprints(scene: Scene): string {
  const { grid, small } = scene;
  const walks = WALKS.filter(([first]) => since(first, scene));
  if (!walks.length) return '';
  const d = walks.map(([, cells]) => steps(grid, cells)).join('');
  return (
    `<path d="${d}" fill="none" stroke="var(--trunk)" stroke-width="${small ? 5.5 : 3.4}"` +
    ` stroke-linecap="round" opacity="${small ? 0.85 : 0.7}"/>`
  );
}

const STRIDE = 9.5;

function steps(grid: Geometry, names: readonly string[]): string {
  const points = names.flatMap((name) => {
    const cell = grid.read(name);
    return cell ? [grid.middle(cell)] : [];
  });
  let [d, side] = ['', 1];
  points.slice(1).forEach(([bx, by], i) => {
    const [ax, ay] = points[i] ?? [bx, by];
    const far = Math.hypot(bx - ax, by - ay);
    const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
    for (let gone = 0; gone < far; gone += STRIDE) {
      side = -side;
      const [x, y] = [ax + ux * gone - uy * 3.4 * side, ay + uy * gone + ux * 3.4 * side];
      d += `M${short(x)} ${short(y)}l${short(ux * 2.6)} ${short(uy * 2.6)}`;
    }
  });
  return d;
}

const GROVE = 'p';

/** Young palms where the forest was. */
export function groves(scene: Scene): string {
  if (scene.small) return '';
  const printed = new Set(signed(scene).map(String));
  return stuck(scene, (name) => name === GROVE)
    .filter((cell) => !printed.has(String(cell)))
    .map((cell) => on(scene.grid, cell, 'grove', 46, 2))
    .join('');
}

/** A boulder that the winner of an episode has in the way. */
export function boulders(scene: Scene): string {
  return layer(scene, 'boulder')
    .map((cell) => on(scene.grid, cell, 'boulder', scene.small ? 52 : 46, 2))
    .join('');
}
