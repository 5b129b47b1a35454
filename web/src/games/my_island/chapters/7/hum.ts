/** What lies around a stone: a string to each of its own symbols, with two beads where one counts twice. */
import { short, type Point } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { spotsOf } from '../3/spots';
import { pointOf } from './megaliths';
import { PARTS, roofsOf, stonesOf, type Roof } from './stones';

const DOUBLED = 'doubled'; // the note of cells whose symbol counts twice
const [FROM, TO] = [0.36, 0.66]; // of the way from the stone to the symbol

export interface Strung {
  /** The middle of the cell. */
  at: Point;
  /** How often it counts. */
  beads: 1 | 2;
}

/** The own symbols around a stone. */
export function strungTo({ view, grid, board }: Scene, symbol: string, ring: string): Strung[] {
  const own = mask(ring) & mask(board.marks[view.kinds.indexOf(symbol)] ?? '0');
  const twice = mask(board.notes[DOUBLED] ?? '0');
  return grid.positions(own).map((cell) => ({ at: grid.middle(cell), beads: has(twice, grid.bit(cell)) ? 2 : 1 }));
}

/** Strings over what is laid, where one looks from near. */
export function strings(scene: Scene): string {
  if (scene.small) return '';
  const rings = new Map(spotsOf(scene.board).map(({ cells, ring }) => [cells, ring]));
  return stonesOf(scene)
    .flatMap(({ thing, symbol }) =>
      strungTo(scene, symbol, rings.get(thing) ?? '0').map((one) => string(pointOf(scene, thing), one, symbol)),
    )
    .join('');
}

/** How far every roof is. */
export function roofs(scene: Scene): string {
  return roofsOf(scene.board)
    .map((roof) => pips(pointOf(scene, roof.thing), roof))
    .join('');
}

function string([x, y]: Point, { at: [a, b], beads }: Strung, symbol: string): string {
  const way = (part: number): Point => [x + (a - x) * part, y + (b - y) * part];
  const [[c, d], [e, f]] = [way(FROM), way(TO)];
  const line = `M${short(c)} ${short(d)}L${short(e)} ${short(f)}`;
  const places = beads === 2 ? [0.46, 0.63] : [0.55];
  const colour = symbol.toLowerCase();
  const bead = (part: number): string => {
    const [cx, cy] = way(part);
    return (
      `<circle class="bead" cx="${short(cx)}" cy="${short(cy)}" r="4.6" fill="var(--${colour})"` +
      ` stroke="var(--paper)" stroke-width="1.6"/>`
    );
  };
  return (
    `<path d="${line}" stroke="var(--paper)" stroke-width="5.5" stroke-linecap="round"/>` +
    `<path d="${line}" stroke="var(--${colour}-2)" stroke-width="2.4" stroke-linecap="round"/>` +
    places.map(bead).join('')
  );
}

/** Three squares under the stone: parts it has, parts this board adds, parts that are missing. */
function pips([x, y]: Point, { has: parts, adds }: Roof): string {
  const square = (i: number): string => {
    const fill = i < parts ? 'ink' : i < parts + adds ? 'lamp' : 'paper';
    return `<rect x="${-18 + i * 12.5}" y="26" width="10.5" height="7.5" rx="2" fill="var(--${fill})"/>`;
  };
  return (
    `<g class="pips" transform="translate(${short(x)} ${short(y)})" stroke="var(--ink)" stroke-width="1.2">` +
    `<rect x="-21.5" y="23" width="42" height="13.5" rx="4" fill="var(--paper)"/>` +
    `${Array.from({ length: PARTS }, (_, i) => square(i)).join('')}</g>`
  );
}
