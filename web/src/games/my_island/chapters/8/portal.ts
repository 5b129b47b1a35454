/** The portal: a ring of six stones on the plateau, each lit by what lies on its segment. */
import { short, type Point, type Position } from '../../../laying/geometry';
import { has, mask } from '../../../laying/masks';
import type { Scene } from '../../../laying/scene';
import { layer, on } from '../../drawing/place';
import { SYMBOLS } from '../../drawing/symbols';
import { arcsOf, isLit, lightsOf, type Arc, type Light } from './lights';

const GLOW = '#2fc4ad';
const PALE = '#c9fbf1';
const DEEP = '#0f5c55';
const NIGHT = '#1c2030';
const HALF = 0.44; // of an arc, in radians

/** Sockets in the ground, where nothing lies yet: each shows the symbol it asks for. */
export function sockets(scene: Scene): string {
  return cellsWith(scene, ({ state }) => !isLit({ state } as Light))
    .filter(({ cell }) => has(mask(scene.board.clear), scene.grid.bit(cell)))
    .map(({ cell, light }) => socket(scene, cell, light))
    .join('');
}

function socket({ grid, small }: Scene, cell: Position, { symbol, state }: Light): string {
  const isOpen = state === 'open';
  const rim = grid.outline([cell], 5, 6);
  return (
    `<path d="${rim}" fill="var(--rock-2)" stroke="var(--rock-ink)" stroke-width="${small ? 4 : 2}"/>` +
    (isOpen && !small
      ? `<path d="${grid.outline([cell], 8, 5)}" fill="none" stroke="${DEEP}" stroke-width="2" stroke-dasharray="5 4"/>`
      : '') +
    `<g opacity="${isOpen ? 0.9 : 0.35}">${on(grid, cell, `${SYMBOLS[symbol] ?? ''}${small ? '-s' : ''}`, small ? 32 : 27)}</g>`
  );
}

interface Lighted {
  cell: Position;
  light: Light;
}

function cellsWith({ grid, board }: Scene, wanted: (light: Light) => boolean): Lighted[] {
  return lightsOf(board)
    .filter(wanted)
    .flatMap((light) => grid.positions(mask(light.cell)).map((cell) => ({ cell, light })));
}

/** The ring with its arcs, and a rim of light around every segment that shines. */
export function portal(scene: Scene): string {
  const [centre] = layer(scene, 'portal');
  if (!centre) return '';
  const rims = cellsWith(scene, isLit)
    .map(({ cell }) => rim(scene, cell))
    .join('');
  return rims + ring(scene.grid.middle(centre), arcsOf(scene), scene.small ? 1.36 : 1);
}

function rim({ grid, small }: Scene, cell: Position): string {
  const d = grid.outline([cell], small ? 4 : 3, 7);
  const stroke = (colour: string, width: number): string =>
    `<path class="lit" d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`;
  return small ? stroke(DEEP, 10) + stroke(GLOW, 6.5) : stroke(DEEP, 6.5) + stroke(GLOW, 4) + stroke(PALE, 1.4);
}

/** The ring alone; with all arcs lit it is open. */
export function ring(at: Point, arcs: readonly Arc[], scale: number): string {
  const lit = arcs.filter(({ state }) => isLit({ state } as Light)).length;
  const isOpen = arcs.length > 0 && lit === arcs.length;
  return (
    `<g class="portal" transform="translate(${short(at[0])} ${short(at[1])})scale(${scale})">` +
    `${isOpen ? shine() : ''}<circle r="27" fill="var(--rock)" stroke="var(--rock-ink)" stroke-width="2"/>` +
    `<circle r="17" fill="${isOpen ? PALE : NIGHT}" stroke="${lit ? GLOW : 'var(--rock-ink)'}" stroke-width="2"/>` +
    `${isOpen ? whirl() : embers(lit)}${arcs.map(arc).join('')}</g>`
  );
}

/** A stone of the ring, its inner side lit. */
function arc({ angle, state }: Arc): string {
  const on = isLit({ state } as Light);
  const [inner, outer] = [18.5, 32];
  const point = (r: number, turn: number): string => `${short(Math.cos(angle + turn) * r)} ${short(Math.sin(angle + turn) * r)}`;
  const d =
    `M${point(inner, -HALF)}L${point(outer, -HALF)}A${outer} ${outer} 0 0 1 ${point(outer, HALF)}` +
    `L${point(inner, HALF)}A${inner} ${inner} 0 0 0 ${point(inner, -HALF)}z`;
  const mark = on ? `<path d="M${point(25, -0.24)}A25 25 0 0 1 ${point(25, 0.24)}" fill="none" stroke="${PALE}" stroke-width="4" stroke-linecap="round"/>` : '';
  return (
    `<path class="arc-${state}" d="${d}" fill="${on ? GLOW : 'var(--rock-2)'}" stroke="${on ? DEEP : 'var(--rock-ink)'}"` +
    ` stroke-width="2" stroke-linejoin="round"/>${mark}`
  );
}

/** Sparks in the dark, one more for every arc that is lit. */
function embers(lit: number): string {
  return Array.from({ length: lit }, (_, i) => {
    const turn = i * 2.4;
    return `<circle cx="${short(Math.cos(turn) * (3 + i * 1.7))}" cy="${short(Math.sin(turn) * (3 + i * 1.7))}" r="2.2" fill="${GLOW}"/>`;
  }).join('');
}

/** The open portal: light that turns. */
function whirl(): string {
  const arm = (turn: number): string => `<path d="M0 0c7-7 13-4 12 5" transform="rotate(${turn})"/>`;
  return `<g fill="none" stroke="${GLOW}" stroke-width="3" stroke-linecap="round">${[0, 90, 180, 270].map(arm).join('')}</g>`;
}

const RAYS = 12;

function shine(): string {
  const rays = Array.from({ length: RAYS }, (_, i) => {
    const turn = (i / RAYS) * 2 * Math.PI + 0.26;
    const far = i % 2 ? 56 : 68;
    return `M${short(Math.cos(turn) * 33)} ${short(Math.sin(turn) * 33)}L${short(Math.cos(turn) * far)} ${short(Math.sin(turn) * far)}`;
  }).join('');
  return (
    `<circle r="58" fill="${GLOW}" opacity=".2"/><circle r="43" fill="${PALE}" opacity=".4"/>` +
    `<path d="${rays}" stroke="${PALE}" stroke-width="5" stroke-linecap="round" opacity=".95"/>` +
    `<path d="${rays}" stroke="${GLOW}" stroke-width="2" stroke-linecap="round"/>`
  );
}
