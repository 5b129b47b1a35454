/** Faces in the green: leaves in front of the totems, and eyes between the crowns around them. */
import { seeded } from '../../../laying/drawing/seeded';
import { short, type Point, type Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { layer } from '../../drawing/place';
import { totemsOf } from '../../drawing/roads';

const WATCHED = 3; // of so many cells of the forest one has eyes

/** Pairs of eyes, where nobody has built yet. */
export function eyes(scene: Scene): string {
  const { grid, board, small } = scene;
  if (!totemsOf(scene).length || small) return '';
  const green = layer(scene, 'rainforest').filter((cell) => has(mask(board.clear), grid.bit(cell)));
  return green
    .filter((cell) => grid.bit(cell) % WATCHED === 0)
    .map((cell) => pair(eyesAt(scene, cell)))
    .join('');
}

function eyesAt({ grid }: Scene, cell: Position): Point {
  const next = seeded(grid.bit(cell) + 91);
  const [x, y] = grid.middle(cell);
  return [x + (next() - 0.5) * 14, y + (next() - 0.5) * 12];
}

function pair([x, y]: Point): string {
  const eye = (side: number): string =>
    `<ellipse cx="${short(x + side * 4.6)}" cy="${short(y)}" rx="3.3" ry="2.7" fill="var(--gold-2)"/>` +
    `<circle cx="${short(x + side * 4.2)}" cy="${short(y + 0.4)}" r="1.3" fill="#1d140e"/>`;
  const dark = `<ellipse cx="${short(x)}" cy="${short(y)}" rx="11" ry="6" fill="var(--jungle-2)"/>`;
  return dark + eye(-1) + eye(1);
}

/** Fronds before the foot of every totem. */
export function fronds(scene: Scene): string {
  const { grid, small } = scene;
  if (small) return '';
  const leaf = (x: number, y: number, turn: number): string =>
    `<path d="M0 0c3-6 3-11 0-17-3 6-3 11 0 17z" transform="translate(${short(x)} ${short(y)})rotate(${turn})"/>`;
  const drawn = totemsOf(scene).map((cell) => {
    const [x, y] = grid.middle(cell);
    return [-58, -30, 28, 60].map((turn) => leaf(x + turn / 5, y + 21, turn)).join('');
  });
  return `<g fill="var(--jungle-3)" stroke="var(--jungle-2)" stroke-width="1.1">${drawn.join('')}</g>`;
}
