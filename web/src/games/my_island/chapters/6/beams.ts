/** Light over the island: from each lamp as far as it reaches, and further with the piece in mind. */
import { CELL, short, type Point } from '../../../laying/grid/geometry';
import { count, mask, type Mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import type { BoardView, Hex } from '../../../laying/view';
import { disc } from '../../drawing/disc';
import { LAMP } from './lighthouses';

/** The cells of one ray from the lamp outwards, and which cells of the board are lit. */
export interface Ray {
  rule: string;
  cells: readonly Hex[];
  lit: Mask;
}

type RayView = [rule: string, symbols: string[], rays: Hex[][], lit: Hex];

/** Every ray of a board, as it is, or as the piece in mind would have it. */
export function raysOf(board: BoardView, foreseen?: ReadonlyMap<string, Hex>): Ray[] {
  const { rays = [] } = board as { rays?: readonly RayView[] };
  if (board.bare) return [];
  return rays.flatMap(([rule, , all, lit]) =>
    all.map((cells) => ({ rule, cells, lit: mask(foreseen?.get(rule) ?? lit) })),
  );
}

/** How many cells of a ray the light passes: up to the last that is lit. */
export function reach({ cells, lit }: Ray): number {
  return cells.reduce((far, cell, i) => ((mask(cell) & lit) !== 0n ? i + 1 : far), 0);
}

export const litOf = ({ cells, lit }: Ray): number => count(cells.reduce((all, cell) => all | mask(cell), 0n) & lit);

/** Beams over all that lies there; what the piece in mind adds is dashed. */
export function beams(scene: Scene): string {
  const then = raysOf(scene.board, scene.foreseen);
  return raysOf(scene.board)
    .map((ray, i) => beam(scene, ray, then[i] ?? ray))
    .join('');
}

const STUB = 0.3; // of a cell: light that falls on nothing

function beam({ grid, small }: Scene, now: Ray, then: Ray): string {
  const [first, second] = now.cells.map((cell) => grid.positions(mask(cell))[0]);
  if (!first || !second) return '';
  const along = new Along(grid.middle(first), grid.middle(second));
  const [far, further, all] = [reach(now), reach(then), now.cells.length];
  const light = strip(along, 0, far || STUB, small ? 0.8 : 0.5);
  if (small) return light;
  const [x, y] = along.at(-0.5);
  return [
    light,
    further > far ? strip(along, far || STUB, further, 0.5, PLANNED) : '',
    further < all ? dots(along, further, all) + edge(along, further || STUB) : '',
    disc([x + 17, y + 12], 'paper', `${litOf(then)}`, false, 'lamp'),
  ].join('');
}

/** Places along a ray: 0 is the edge between the lamp and the first cell, 1 the edge behind that. */
class Along {
  readonly #first: Point;
  readonly #step: Point;

  constructor(first: Point, second: Point) {
    this.#first = first;
    this.#step = [second[0] - first[0], second[1] - first[1]];
  }

  /** So many cells from the lamp's, and so far aside. */
  at(cells: number, aside = 0): Point {
    const [[x, y], [dx, dy]] = [this.#first, this.#step];
    const on = cells - 0.5;
    return [x + dx * on - (dy / CELL) * aside, y + dy * on + (dx / CELL) * aside];
  }
}

const [NARROW, WIDER] = [9, 2]; // half the width of a beam at the lamp, and what each cell adds
const DRAWN = ' stroke-width="2"';
const PLANNED = ' stroke-width="2.5" stroke-dasharray="6 5"';

const half = (cells: number): number => NARROW + cells * WIDER;
const said = ([x, y]: Point): string => `${short(x)} ${short(y)}`;

/** A strip of light between two places; at the lamp it comes down from above. */
function strip(along: Along, from: number, to: number, opacity: number, more = DRAWN): string {
  const [x, y] = along.at(-0.5);
  const near = from ? [along.at(from, half(from)), along.at(from, -half(from))] : [[x, y - LAMP] as const];
  const points = [...near, along.at(to, -half(to)), along.at(to, half(to))];
  const d = `M${points.map(said).join('L')}z`;
  return `<path class="beam" d="${d}" fill="var(--gold-2)" fill-opacity="${opacity}" stroke="var(--lamp)"${more}/>`;
}

/** The cells it does not reach. */
function dots(along: Along, from: number, to: number): string {
  const d = `M${said(along.at(from + 0.4))}L${said(along.at(to - 0.2))}`;
  const line = (colour: string, width: number): string => `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>`;
  return (
    `<g fill="none" stroke-linecap="round" stroke-dasharray="1 10">` +
    `${line('#2c1c00', 6)}${line('var(--lamp)', 3.6)}</g>`
  );
}

/** Where it ends. */
function edge(along: Along, to: number): string {
  const d = `M${said(along.at(to, half(to) + 3))}L${said(along.at(to, -half(to) - 3))}`;
  return (
    `<path d="${d}" stroke="#2c1c00" stroke-width="6" stroke-linecap="round" opacity=".7"/>` +
    `<path d="${d}" stroke="var(--lamp)" stroke-width="3.4" stroke-linecap="round"/>`
  );
}
