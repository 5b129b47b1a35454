/** The green dark: clearings cut into the forest, stones with eyes, steps up to the temple. */
import { short, type Geometry, type Point } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import { partsOf } from '../../../laying/grid/parts';
import type { Scene } from '../../../laying/grid/scene';
import { at, layer, on, since } from '../../drawing/place';
import { signCells } from '../../drawing/signs';
import { openSites } from '../3/sites';
import { sitesOf } from '../3/spots';

/** The ways, and since which episode: by the names of cells, from the palms inwards. */
const CUT: readonly (readonly [since: number, cells: readonly string[]])[] = [
  [10, ['6,4', '6,3', '6,2', '7,1']],
  [10, ['6,2', '5,2', '5,1', '5,0']],
  [11, ['7,2', '8,2', '9,1', '10,0']],
  [11, ['4,2', '5,2']],
  [12, ['8,2', '9,2', '10,2']],
];

export function ways(scene: Scene): string {
  const { grid, small } = scene;
  const d = CUT.filter(([first]) => since(first, scene))
    .map(([, cells]) => trodden(middles(grid, cells)))
    .join('');
  if (!d) return '';
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${d}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const stumps = STUMPS.filter(() => !small && since(10, scene)).map(([name, x, y]) => stump(grid, name, [x, y]));
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
    `${stroke('jungle-2', small ? 20 : 16, ' opacity=".7"')}${stumps.join('')}</g>`
  );
}

const STUMPS: readonly (readonly [cell: string, x: number, y: number])[] = [
  ['6,3', 15, -6],
  ['5,2', -4, 16],
  ['6,1', -15, 8],
  ['8,2', 15, 8],
  ['9,1', 6, -15],
];

/** From cell to cell, never straight: each stretch bows to the other side. */
function trodden(points: readonly Point[]): string {
  return points
    .map(([x, y], i) => {
      const [a, b] = points[i - 1] ?? [x, y];
      if (!i) return `M${short(x)} ${short(y)}`;
      const bow = i % 2 ? 0.2 : -0.2;
      return `Q${short((x + a) / 2 - (y - b) * bow)} ${short((y + b) / 2 + (x - a) * bow)} ${short(x)} ${short(y)}`;
    })
    .join('');
}

function middles(grid: Geometry, names: readonly string[]): Point[] {
  return names.flatMap((name) => {
    const cell = grid.read(name);
    return cell ? [grid.middle(cell)] : [];
  });
}

function stump(grid: Geometry, name: string, [x, y]: Point): string {
  return middles(grid, [name])
    .map(([a, b]) => at([a + x, b + y], 'stump', 15))
    .join('');
}

/** Stones that look up, once their place is known; those that are built on are gone. */
export function idols(scene: Scene): string {
  const { grid, board, small } = scene;
  if (!since(11, scene)) return '';
  if (sitesOf(board).length) return openSites(scene, 'idol', 'idol');
  return signCells(scene, 'i')
    .filter((cell) => has(mask(board.clear), grid.bit(cell)))
    .map((cell) => on(grid, cell, 'idol', small ? 46 : 38, 3))
    .join('');
}

const STEPS = 8;

/** Steps under the mountains, before anybody knows where they lead. */
export function steps(scene: Scene): string {
  if (!since(10, scene) || layer(scene, 'temple').length) return '';
  const clearing = scene.grid.outline(signCells(scene, 'T'), 4, 12);
  const [x, y] = middleOf(scene, signCells(scene, 'T').map(scene.grid.middle));
  const d = Array.from({ length: STEPS }, (_, i) => {
    const wide = 8 + i * 2.4;
    return `M${short(x - wide)} ${short(y - 44 + i * 9)}h${short(2 * wide)}v9h${short(-2 * wide)}z`;
  }).join('');
  return (
    `<path d="${clearing}" fill="var(--jungle)"/>` +
    `<path d="${d}" fill="var(--rock-2)" stroke="var(--rock-ink)" stroke-width="1.6" stroke-linejoin="round"/>`
  );
}

const [HIGH, LOW, FOOT] = [138, 118, 52]; // lower where cells lie behind it

/** The temple over all its cells, its back in the mountains. */
export function temple(scene: Scene): string {
  const cells = layer(scene, 'temple').map(scene.grid.middle);
  if (!cells.length) return '';
  const [x, y] = middleOf(scene, cells);
  const floor = scene.grid.outline(layer(scene, 'temple'), 1, 6);
  const height = partsOf(scene.grid).length > 1 ? LOW : HIGH;
  const foot = FOOT + (scene.small ? 16 : 0);
  const place = `x="${short(x - 48)}" y="${short(y + foot - height)}" width="96" height="${height}"`;
  return `<path d="${floor}" fill="var(--jungle-2)"/><use href="#i-temple" ${place}/>`;
}

function middleOf({ grid }: Scene, cells: readonly Point[]): Point {
  if (!cells.length) return [grid.width / 2, 20];
  const sum = cells.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return [sum[0] / cells.length, sum[1] / cells.length];
}
