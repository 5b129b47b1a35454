/** Megaliths: standing stones in turf that somebody has cut away, and the roofs that grow on them. */
import { short, type Point } from '../../../laying/grid/geometry';
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { PARTS, roofsOf, stonesOf, type Stone } from './stones';

const [WIDE, HIGH] = [60, 72]; // of the drawing of a stone
const FOOT = 21; // how far its foot lies below the middle of its cell

/** Bare earth in rings around every stone: from afar they tell where one stands. */
export function turf(scene: Scene): string {
  return stonesOf(scene)
    .map(({ thing }) => rings(pointOf(scene, thing), scene.small))
    .join('');
}

function rings([x, y]: Point, small: boolean): string {
  const ring = (r: number, more: string): string => `<circle cx="${short(x)}" cy="${short(y)}" r="${r}" ${more}/>`;
  const line = `fill="none" stroke="var(--trunk)" stroke-width="${small ? 5 : 2.2}" stroke-dasharray="9 7"`;
  return (
    ring(27, 'fill="var(--heath)" stroke="var(--trunk)" stroke-width="1.6"') +
    ring(39, `${line} opacity=".75"`) +
    (small ? '' : ring(50, `${line} opacity=".45"`))
  );
}

/** The stones with what they have of a roof, taller than their cells; parts to come are drawn thin. */
export function megaliths(scene: Scene): string {
  const growing = new Map(roofsOf(scene.board).map(({ thing, adds }) => [thing, adds]));
  const adds = (stone: Stone): number => (scene.board.takes ? 0 : (growing.get(stone.thing) ?? 0));
  return stonesOf(scene)
    .map((stone) => megalith(pointOf(scene, stone.thing), stone, adds(stone), scene.small))
    .join('');
}

/** One of them with its foot at a point; `adds` parts of the roof are only promised. */
export function megalith([x, y]: Point, { symbol, parts }: Stone, adds: number, small: boolean): string {
  const scale = small ? 1.75 : 0.94;
  const [width, height] = [WIDE * scale, HIGH * scale];
  const place =
    `x="${short(x - width / 2)}" y="${short(y + FOOT * (small ? 1.6 : 1) - height)}"` +
    ` width="${short(width)}" height="${short(height)}"`;
  const kind = symbol.toLowerCase();
  const part = (n: number, more = ''): string => `<use href="#i-roof-${kind}-${n}" ${place}${more}/>`;
  const numbers = Array.from({ length: PARTS }, (_, i) => i + 1);
  const there = numbers.filter((n) => n <= parts).map((n) => part(n));
  const promised = numbers.filter((n) => n > parts && n <= parts + adds).map((n) => part(n, ' opacity=".5"'));
  const ground = small ? clearing([x, y]) : '';
  return `${ground}<use href="#i-stones-${kind}" ${place}/>${there.join('')}${promised.join('')}`;
}

/** From afar a stone stands out from the tiles around it. */
function clearing([x, y]: Point): string {
  const oval = `cx="${short(x)}" cy="${short(y - 14)}" rx="36" ry="40"`;
  return `<ellipse ${oval} fill="var(--heath)" fill-opacity=".6" stroke="var(--trunk)" stroke-width="4"/>`;
}

/** The middle of the cell on which a thing stands. */
export function pointOf({ grid }: Pick<Scene, 'grid'>, thing: string): Point {
  const [cell] = grid.positions(mask(thing));
  return cell ? grid.middle(cell) : [0, 0];
}
