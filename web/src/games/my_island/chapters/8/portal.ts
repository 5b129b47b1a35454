/** The portal on the board: sockets in the ground, rims of light, and the ring in the middle. */
import type { Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { layer, on } from '../../drawing/place';
import { SYMBOLS } from '../../drawing/symbols';
import { DEEP, GLOW, PALE } from './colours';
import { arcsOf, isLit, lightsOf, type Light } from './lights';
import { ring } from './ring';

interface Segment {
  cell: Position;
  light: Light;
}

function segmentsOf({ grid, board }: Scene): Segment[] {
  return lightsOf(board).flatMap((light) => grid.positions(mask(light.cell)).map((cell) => ({ cell, light })));
}

/** Where nothing lies yet, each segment shows the symbol it asks for. */
export function sockets(scene: Scene): string {
  const clear = mask(scene.board.clear);
  return segmentsOf(scene)
    .filter(({ cell, light }) => !isLit(light) && has(clear, scene.grid.bit(cell)))
    .map((segment) => socket(scene, segment))
    .join('');
}

/** One that cannot be lit now is pale. */
function socket({ grid, small }: Scene, { cell, light: { symbol, state } }: Segment): string {
  const isOpen = state === 'open';
  const art = SYMBOLS[symbol] ?? '';
  const asks = small ? on(grid, cell, `${art}-s`, 32) : on(grid, cell, art, 27);
  const edge = `fill="none" stroke="${DEEP}" stroke-width="2" stroke-dasharray="5 4"`;
  return (
    `<path d="${grid.outline([cell], 5, 6)}" fill="var(--rock-2)" stroke="var(--rock-ink)"` +
    ` stroke-width="${small ? 4 : 2}"/>` +
    (isOpen && !small ? `<path d="${grid.outline([cell], 8, 5)}" ${edge}/>` : '') +
    `<g opacity="${isOpen ? 0.9 : 0.35}">${asks}</g>`
  );
}

/** The ring with its arcs, and a rim of light around every segment that shines. */
export function portal(scene: Scene): string {
  const [centre] = layer(scene, 'portal');
  if (!centre) return '';
  const rims = segmentsOf(scene).map(({ cell, light }) => (isLit(light) ? rim(scene, cell) : ''));
  return rims.join('') + ring(scene.grid.middle(centre), arcsOf(scene), scene.small ? 1.36 : 1);
}

function rim({ grid, small }: Scene, cell: Position): string {
  const d = grid.outline([cell], small ? 4 : 3, 7);
  const stroke = (colour: string, width: number): string =>
    `<path d="${d}" stroke="${colour}" stroke-width="${width}"/>`;
  const lines = small ? stroke(DEEP, 10) + stroke(GLOW, 6.5) : stroke(DEEP, 6.5) + stroke(GLOW, 4) + stroke(PALE, 1.4);
  return `<g class="rim" fill="none" stroke-linejoin="round">${lines}</g>`;
}
