/** High water: the bank that is gone, and the dike along the river that keeps the other one dry. */
import { seeded } from '../../../laying/drawing/seeded';
import { bent, type Geometry, type Position } from '../../../laying/grid/geometry';
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { isCleared } from '../../../laying/stage';
import { river } from '../../drawing/land';

const DIKE = 'visible.river'; // the rule under which gaps by the river cost

/** The water over cells that have neither land nor anything else in this match; nothing where there are none. */
export function flood({ grid, ground, small, id }: Scene): string {
  const dry = Object.values(ground.layers).reduce((cells, [some = '0']) => cells | mask(some), 0n);
  const under = grid.positions(grid.cells & ~dry);
  if (!under.length) return '';
  const area = grid.outline(under, 0, 0);
  const water = `<path d="${area}" fill="var(--river)"/>`;
  if (small) return water;
  return (
    `${water}<clipPath id="${id}w"><path d="${area}"/></clipPath>` +
    `<g clip-path="url(#${id}w)" fill="none" stroke="var(--river-2)" stroke-linecap="round">` +
    `<path d="${waves(grid, under, 0)}" stroke-width="2"/>` +
    `<path d="${waves(grid, under, 1)}" stroke-width="1.4" opacity=".6"/></g>`
  );
}

/** One wave to a cell, never twice at the same place of it. */
function waves(grid: Geometry, cells: readonly Position[], row: number): string {
  return cells
    .map((cell) => {
      const next = seeded(grid.bit(cell) * 2 + row + 11);
      const [x, y] = grid.corner(cell);
      const [a, b] = [Math.round(x + next() * 24), Math.round(y + 10 + row * 22 + next() * 10)];
      return `M${a} ${b}q4-4 8 0t8 0t8 0`;
    })
    .join('');
}

/** Earth and stakes beside the river; what is built there stands in front of it and closes the gap. */
export function dike(scene: Pick<Scene, 'view' | 'grid'>): string {
  const { view, grid } = scene;
  if (isCleared(view) || !view.rules.some(([rule]) => rule === DIKE)) return '';
  const d = bent(view.grid.river.map(grid.corner), 18);
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${d}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  return (
    `<g fill="none" stroke-linejoin="round">${stroke('wood-ink', 33)}${stroke('wood', 30)}` +
    `${stroke('wood-2', 30, ' stroke-dasharray="3 9"')}</g>${river(scene, false)}`
  );
}
