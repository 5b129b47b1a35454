/** What the mountain and the sea have taken: cells of fire and of water, and the ash that stays of them. */
import { seeded } from '../../../laying/drawing/seeded';
import { short, type Geometry, type Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { stuck } from '../../drawing/place';

export const LAVA = 'lava';
export const SEA = 'sea';
const ASH = 'h'; // the sticker of ground that has burnt

/** The cells that a wave has taken on this board. */
const taken = ({ grid, board }: Pick<Scene, 'grid' | 'board'>, what: string): Position[] =>
  grid.positions(mask(board.notes[what] ?? '0'));

/** Fire under a crust that breaks. */
export function lava(scene: Scene): string {
  const { grid, small } = scene;
  const cells = taken(scene, LAVA);
  if (!cells.length) return '';
  const all = grid.outline(cells, 0.5, 7);
  const crust = cells.map((cell) => plates(grid, cell, small)).join('');
  const glow = cells.map((cell) => veins(grid, cell)).join('');
  return (
    `<path d="${all}" fill="#e4572a"/><path d="${glow}" fill="none" stroke="#ffc247"` +
    ` stroke-width="${small ? 4 : 2.2}" stroke-linecap="round"/><path d="${crust}" fill="#43252a"/>` +
    `<path d="${all}" fill="none" stroke="#ffc247" stroke-width="${small ? 6 : 3}" stroke-linejoin="round"/>` +
    `<path d="${all}" fill="none" stroke="#7d1f14" stroke-width="1.4" stroke-linejoin="round"/>`
  );
}

/** Where a cell glows: bright streams that run down it. */
function veins(grid: Geometry, cell: Position): string {
  const next = seeded(grid.bit(cell) + 17);
  const [x, y] = grid.middle(cell);
  return [-9, 2, 11]
    .map(
      (aside) =>
        `M${short(x + aside)} ${short(y - 15 + next() * 5)}q${short(next() * 9 - 2)} 7 0 13t2 ${short(9 + next() * 5)}`,
    )
    .join('');
}

/** Dark plates that float on a cell. */
function plates(grid: Geometry, cell: Position, small: boolean): string {
  const next = seeded(grid.bit(cell) + 131);
  const [x, y] = grid.middle(cell);
  return Array.from({ length: small ? 2 : 4 }, (_, i) => {
    const turn = i * (small ? 3.1 : 1.57) + next();
    const [a, b, r] = [x + Math.cos(turn) * 11, y + Math.sin(turn) * 12, small ? 9 : 5 + next() * 3];
    const corner = (n: number): string => {
      const at = n * 1.256 + next() * 0.5;
      return `${short(a + Math.cos(at) * r)} ${short(b + Math.sin(at) * r * 0.8)}`;
    };
    return `M${corner(0)}L${corner(1)} ${corner(2)} ${corner(3)} ${corner(4)}z`;
  }).join('');
}

/** Water where the beach was: the shore lies further in, with foam along it. */
export function flood(scene: Scene): string {
  const { grid, small } = scene;
  const cells = taken(scene, SEA);
  if (!cells.length) return '';
  const all = grid.outline(cells, -1.5, 9);
  const swell = cells
    .map((cell) => {
      const [x, y] = grid.middle(cell);
      return `M${short(x - 14)} ${short(y + 4)}q5-5 10 0t10 0t8 0M${short(x - 6)} ${short(y - 8)}q4-4 8 0t8 0`;
    })
    .join('');
  return (
    `<path d="${all}" fill="var(--sea)" stroke="var(--sea)" stroke-width="4"/>` +
    `<path d="${swell}" fill="none" stroke="var(--sea-3)" stroke-width="${small ? 4.5 : 2}" stroke-linecap="round"/>` +
    `<path d="${all}" fill="none" stroke="#fff" stroke-width="${small ? 5 : 3.2}"` +
    ` stroke-dasharray="17 7 9 6" opacity=".8"/>`
  );
}

/** Grey ground with embers, where nothing lies. */
export function ash(scene: Scene): string {
  const { grid, board, small } = scene;
  const cells = stuck(scene, (name) => name === ASH).filter((cell) => has(mask(board.clear), grid.bit(cell)));
  if (!cells.length) return '';
  const specks = cells.map((cell) => flakes(grid, cell));
  const stroke = (d: string, colour: string, width: number): string =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
  return (
    `<path d="${grid.outline(cells, 0.6, 8)}" fill="#857d79" stroke="#4c4547" stroke-width="${small ? 4 : 1.8}"/>` +
    stroke(specks.map(({ grey }) => grey).join(''), '#4c4547', small ? 5 : 2.6) +
    stroke(specks.map(({ pale }) => pale).join(''), '#c9c1ba', small ? 4 : 2.2) +
    stroke(specks.map(({ ember }) => ember).join(''), '#f08a3c', small ? 6 : 3.2)
  );
}

function flakes(grid: Geometry, cell: Position): { grey: string; pale: string; ember: string } {
  const next = seeded(grid.bit(cell) + 177);
  const [x, y] = grid.middle(cell);
  const dots = (n: number, long: number): string =>
    Array.from({ length: n }, () => {
      const [turn, far] = [next() * 6.28, 4 + next() * 14];
      return `M${short(x + Math.cos(turn) * far)} ${short(y + Math.sin(turn) * far)}l${long} ${short(next())}`;
    }).join('');
  return { grey: dots(4, 4), pale: dots(3, 3), ember: dots(1, 0.1) };
}
