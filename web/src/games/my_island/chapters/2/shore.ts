/** The shore of those who stay: a hedge along it, and a jetty for the ship. */
import { seeded } from '../../../laying/drawing/seeded';
import { short, type Geometry, type Point } from '../../../laying/grid/geometry';
import { partsOf } from '../../../laying/grid/parts';
import type { Scene } from '../../../laying/grid/scene';
import { corners, since } from '../../drawing/place';

/** How far down the hedge is planted, in rows, and since which episode; the bay above it stays open. */
const PLANTED: readonly (readonly [since: number, row: number])[] = [
  [4, 4.6],
  [5, 6.2],
];
const TOP = 2.9; // the row in which it begins
const OUT = -9; // beyond the edge of the land
const BUSH = 8; // from one to the next

/** On the right alone: on the left the rows are numbered. */
export function shoreHedge(scene: Scene): string {
  const bottom = PLANTED.findLast(([first]) => since(first, scene))?.[1];
  if (!bottom) return '';
  const line = edge(scene.grid, bottom);
  if (scene.small) {
    const d = `M${line.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;
    const stroke = (colour: string, width: number): string =>
      `<path d="${d}" stroke="var(--${colour})" stroke-width="${width}" stroke-dasharray="0.1 15"/>`;
    const both = stroke('jungle-2', 20) + stroke('palm-2', 14); // round dots: bushes, not a zigzag
    return `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${both}</g>`;
  }
  const next = seeded(37);
  const bushes = along(line).map(([x, y]) => {
    const green = next() < 0.5 ? 'palm-2' : 'jungle-3';
    return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(6 + next() * 2.4)}" fill="var(--${green})"/>`;
  });
  return `<g stroke="var(--jungle-2)" stroke-width="1.3">${bushes.join('')}</g>`;
}

/** The edge of the land on the right, down to a row. */
function edge(grid: Geometry, bottom: number): Point[] {
  const [island = []] = partsOf(grid);
  const [loop = []] = grid.loops(island, OUT);
  const { y: top, height } = grid.box(island);
  const y = (row: number): number => top + (row * height) / (grid.rows + grid.top);
  return loop
    .filter((point) => point[0] > grid.width / 2 && point[1] > y(TOP) && point[1] < y(bottom))
    .sort((a, b) => a[1] - b[1]);
}

/** Points at even distances on a line. */
function along(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = points[i] ?? [bx, by];
    const n = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / BUSH));
    return Array.from({ length: n }, (_, k): Point => [ax + ((bx - ax) * k) / n, ay + ((by - ay) * k) / n]);
  });
}

const PLANKS = 9;

/** Planks from the sand to where the ship lies. */
export function jetty({ grid, ...scene }: Scene): string {
  if (!since(6, scene)) return '';
  const [x, y] = corners(grid).right;
  const [from, to, width] = [x - 112, x - 26, scene.small ? 22 : 15];
  const step = (to - from) / PLANKS;
  const planks = Array.from(
    { length: PLANKS },
    (_, i) => `M${short(from + i * step)} ${short(y + 12)}h${short(step - 1.5)}v${width}h${short(1.5 - step)}z`,
  ).join('');
  const posts = [0.3, 0.62, 0.94].map((part) => {
    const a = short(from + (to - from) * part);
    return `M${a} ${short(y + 8)}v${width + 14}`;
  });
  return (
    `<path d="${posts.join('')}" stroke="var(--wood-ink)" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="${planks}" fill="var(--wood)" stroke="var(--wood-ink)" stroke-width="1.4" stroke-linejoin="round"/>`
  );
}
