/** The mountain in the north: it smokes, then it burns. From afar it tells these episodes from all others. */
import { short, type Point } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import { since } from '../../drawing/place';

const [WIDE, HIGH] = [112, 84]; // of its drawing

export function mountain(scene: Scene): string {
  if (!since(22, scene)) return '';
  const [x, y] = footOf(scene);
  const scale = scene.small ? 1.3 : 1;
  const [width, height] = [WIDE * scale, HIGH * scale];
  const place = (art: string, lift: number): string =>
    `<use href="#i-${art}" x="${short(x - width / 2)}" y="${short(y - height - lift)}"` +
    ` width="${short(width)}" height="${short(height)}"/>`;
  const burns = since(23, scene);
  return place('plume', height * 0.62) + place('volcano', 0) + (burns ? place('crater', 0) : '');
}

/** Behind the first row, left of the middle. */
function footOf({ grid }: Scene): Point {
  const [x, y] = grid.middle([0, 2]);
  return [x - 12, y - 16];
}
