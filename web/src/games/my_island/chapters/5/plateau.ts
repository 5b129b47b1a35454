/** What lies behind the mountains: a high meadow on a cliff; a table mountain while it is folded away. */
import { seeded } from '../../../laying/drawing/seeded';
import { CELL, short, type Geometry, type Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import { partsOf } from '../../../laying/grid/parts';
import type { Scene } from '../../../laying/grid/scene';
import { islandTop } from '../../drawing/land';
import { at, layer, on, since } from '../../drawing/place';
import { tunnels } from './tunnels';

/** The rock between it and the island, from left to right. */
const ROCKS = ['5,-1', '6,-1', '7,-1', '8,-1', '9,-1', '10,-1', '11,-1'];
const FOLDED = 16; // the first episode without it

export const isOpen = ({ grid }: Pick<Scene, 'grid'>): boolean => partsOf(grid).length > 1;

/** The land: meadow, cliff and tunnels, or what is seen of them from the island. */
export function ground(scene: Scene): string {
  if (scene.part) return meadow(scene, [...layer(scene, 'plateau'), ...layer(scene, 'ruin')]);
  const [, cells = []] = partsOf(scene.grid);
  if (isOpen(scene)) return flanks(scene) + cliff(scene) + meadow(scene, cells) + tunnels(scene, true);
  return since(FOLDED, scene) ? tableMountain(scene) + tunnels(scene, false) : '';
}

/** High peaks at both sides, lower towards the sea. */
function flanks({ grid, small }: Scene): string {
  const [left, right] = ends(grid);
  const base = islandTop(grid) + 3;
  if (small) return '';
  const next = seeded(29);
  return [-1, 1]
    .map((side) =>
      [3, 2, 1, 0]
        .map((n) => {
          const size = 104 - n * 15 + Math.round(next() * 6);
          const x = (side < 0 ? left : right) + side * (n * 44 + 16);
          return (
            `<use href="#p-mount-${n % 2 ? 'b' : 'a'}" x="${short(x - size / 2)}"` +
            ` y="${short(base - size)}" width="${size}" height="${size}"/>`
          );
        })
        .join(''),
    )
    .join('');
}

/** The left and the right end of the rock. */
function ends(grid: Geometry): [number, number] {
  const { x, width } = grid.box(rocks(grid));
  return [x, x + width];
}

const rocks = (grid: Geometry): Position[] => ROCKS.map((name) => grid.read(name)).filter((cell) => cell !== null);

/** A rim all around, and the face that looks to the island. */
function cliff({ grid, small }: Scene): string {
  const [, cells = []] = partsOf(grid);
  const rim = grid.outline(cells, small ? -7 : -9, 12);
  const face = grid.outline(rocks(grid), -0.6, 0);
  const cracks = small ? '' : lines(grid, rocks(grid));
  return (
    `<path d="${rim}" fill="var(--cliff)" stroke="var(--rock-ink)" stroke-width="${small ? 3 : 2}"/>` +
    `<path d="${face}" fill="var(--cliff-2)"/>${cracks}`
  );
}

/** Cracks in the rock, from above to below. */
function lines(grid: Geometry, cells: readonly Position[], raised = 0): string {
  const next = seeded(53 + raised);
  const d = cells.flatMap((cell) => {
    const [x, y] = grid.middle(cell);
    return Array.from({ length: 5 }, (_, i) => {
      const a = x - 20 + i * 9 + next() * 4;
      return `M${short(a)} ${short(y - raised - 20 + next() * 12)}l${short(next() * 4 - 2)} ${short(10 + next() * 14)}`;
    });
  });
  return (
    `<path d="${d.join('')}" fill="none" stroke="var(--rock-ink)" stroke-width="1.5" stroke-linecap="round"` +
    ` opacity=".55"/>`
  );
}

/** Grass nobody has walked on: cells like any other, in a colour of their own. */
function meadow(scene: Scene, cells: readonly Position[]): string {
  const { grid, small } = scene;
  const floor = `<path d="${grid.outline(cells, -0.4, 0)}" fill="var(--moor)"/>`;
  const edges =
    `<path d="${cells.map((cell) => grid.outline([cell], 0, 0)).join('')}" fill="none"` +
    ` stroke="var(--cell-line)" stroke-width="${small ? 1.6 : 1.2}"/>`;
  return floor + edges + (small ? '' : grown(scene));
}

/** Flowers and stones where nothing stands. */
function grown(scene: Scene): string {
  const { grid, board } = scene;
  return layer(scene, 'plateau')
    .filter((cell) => has(mask(board.clear), grid.bit(cell)))
    .map((cell) => {
      const next = seeded(grid.bit(cell) + 67);
      const [x, y] = grid.middle(cell);
      return at([x + (next() - 0.5) * 6, y + (next() - 0.5) * 5], next() < 0.6 ? 'meadow' : 'scree', 40);
    })
    .join('');
}

const TOP = 52; // how high it stands over the first row

/** A flat mountain, green on top, in the middle of the peaks. */
function tableMountain({ grid, small }: Scene): string {
  const [[left, right], top] = [ends(grid), islandTop(grid)];
  const foot = grid.outline(rocks(grid), -0.6, 0);
  const [y, far, rise] = small ? [top - 10, 34, 14] : [top - TOP, 22, 10];
  const face =
    `M${short(left - 18)} ${short(top + 10)}L${short(left + 4)} ${short(y)}H${short(right - 4)}` +
    `L${short(right + 18)} ${short(top + 10)}z`;
  const grass =
    `M${short(left + 4)} ${short(y)}L${short(left + far)} ${short(y - rise)}H${short(right - far)}` +
    `L${short(right - 4)} ${short(y)}l-14 6-22-5-30 6-34-5-40 7-38-6-36 5-40-6-36 6z`;
  const stroke = `stroke="var(--rock-ink)" stroke-width="${small ? 3 : 2}" stroke-linejoin="round"`;
  return (
    `<path d="${face}" fill="var(--cliff)" ${stroke}/><path d="${foot}" fill="var(--cliff-2)"/>` +
    (small ? '' : lines(grid, rocks(grid), 26) + lines(grid, rocks(grid))) +
    `<path d="${grass}" fill="var(--moor)" ${stroke}/>`
  );
}

/** Hewn stones in the grass. */
export function ruins(scene: Scene): string {
  return layer(scene, 'ruin')
    .map((cell) => on(scene.grid, cell, 'ruin', CELL * 1.24, 5))
    .join('');
}
