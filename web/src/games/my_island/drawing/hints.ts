/** Signs on the board for those who plan: how large groups are, how much roads still lack. */
import type { Point, Position } from '../../laying/grid/geometry';
import { count, has, mask } from '../../laying/grid/masks';
import type { Drawn, Scene } from '../../laying/grid/scene';
import { disc } from './disc';
import { symbolOf } from './symbols';
import { edge } from './tile';

const SMALLEST = 3; // smaller groups are counted at a glance

export function hints(scene: Scene): string {
  return groups(scene) + distances(scene);
}

/** The size of a group on its middle cell; green with a tick once it has scored. */
function groups({ grid, board }: Scene): string {
  return board.groups
    .filter(([, , size, scored]) => scored || size >= SMALLEST)
    .map(([rule, cells, size, scored]) => {
      const [x, y] = grid.middle(middleOf(grid.positions(mask(cells)).map((cell) => [cell, grid.middle(cell)])));
      return disc([x, y + 17], scored ? 'good' : 'paper', `${size}`, scored, symbolOf(rule)?.toLowerCase());
    })
    .join('');
}

/** The cell nearest to the middle of all. */
function middleOf(cells: readonly (readonly [Position, Point])[]): Position {
  const x = cells.reduce((sum, [, at]) => sum + at[0], 0) / cells.length;
  const y = cells.reduce((sum, [, at]) => sum + at[1], 0) / cells.length;
  const far = ([, at]: readonly [Position, Point]): number => Math.hypot(at[0] - x, at[1] - y);
  return [...cells].sort((a, b) => far(a) - far(b))[0]?.[0] ?? [0, 0];
}

/** Where each road begins how many paths it still lacks; a tick where it has all, a dash where no way is left. */
function distances({ grid, board }: Scene): string {
  return board.roads
    .map(([, start, scored, missing]) => {
      const [first] = grid.positions(mask(start));
      if (!first) return '';
      const [x, y] = grid.middle(first);
      const at: Point = [x + 15, y + 13];
      if (scored) return disc(at, 'good', '', true);
      return missing === null ? disc(at, 'paper-3', '–', false) : disc(at, 'paper', `${count(mask(missing))}`, false);
    })
    .join('');
}

/** The sides on which the tile in mind meets its like, or the cells that stand in its way. */
export function reasons(scene: Scene, tile: Drawn, rules: readonly string[]): string {
  return wanted(scene, rules) + blocked(scene, tile, rules) + meetings(scene, tile);
}

/** Where the first tile has to lie: `start.beach` names the terrain. */
function wanted({ grid, board, ground }: Scene, rules: readonly string[]): string {
  const layers = rules.filter((rule) => rule.startsWith('start.')).flatMap((rule) => rule.split('.').slice(1));
  const cells = layers.flatMap((layer) => grid.positions(mask(ground.layers[layer]?.[0] ?? '0') & mask(board.clear)));
  return cells.length
    ? `<path class="wanted" d="${grid.outline(cells, 3, 6)}" fill="none" stroke="var(--lamp)"` +
        ` stroke-width="4" stroke-dasharray="8 5"/>`
    : '';
}

function meetings({ view, grid, board }: Scene, { cells, marks }: Drawn): string {
  const own = new Set(cells.map(String));
  const sides = cells.flatMap((cell, i) => {
    const like = mask(board.marks[view.kinds.indexOf(marks[i] ?? '')] ?? '0');
    return [...grid.neighbours(cell), ...grid.joined(cell)].flatMap((other, side) =>
      !own.has(String(other)) && has(like, grid.bit(other)) ? [{ cell, other, side }] : [],
    );
  });
  if (!sides.length) return '';
  const beside = sides.filter(({ side }) => side < grid.lattice.sides.length);
  const bars = beside.map(({ cell, side }) => edge(grid, cell, side)).join('');
  const likes = grid.outline([...new Map(sides.map(({ other }) => [String(other), other])).values()], 4, 6);
  return (
    `<g class="meets" fill="none" stroke-linecap="round">` +
    `<path d="${likes}" stroke="var(--paper)" stroke-width="4.5"/>` +
    `<path d="${likes}" stroke="var(--good)" stroke-width="2.4" stroke-dasharray="5 4"/>` +
    `<path d="${bars}" stroke="var(--paper)" stroke-width="10"/>` +
    `<path d="${bars}" stroke="var(--good)" stroke-width="6"/></g>`
  );
}

/** Cells of the tile that are covered or closed already. */
function blocked({ grid, board, ground }: Scene, { cells }: Drawn, rules: readonly string[]): string {
  const free = mask(board.clear) & mask(ground.open);
  const bad = rules.length ? cells.filter((cell) => grid.bit(cell) >= 0 && !has(free, grid.bit(cell))) : [];
  if (!bad.length) return '';
  const d = grid.outline(bad, 5, 6);
  return (
    `<g class="blocks" fill="none"><path d="${d}" stroke="var(--paper)" stroke-width="5.5"/>` +
    `<path d="${d}" stroke="var(--bad)" stroke-width="3"/></g>`
  );
}
