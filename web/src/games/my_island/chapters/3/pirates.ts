/** Black sails: far out at first, then before the bays; one of them stays behind as a wreck. */
import type { Scene } from '../../../laying/grid/scene';
import { afloat, corners, since } from '../../drawing/place';
import { beforeBay } from './rings';
import { spotsOf } from './spots';

const BAY = 'bay';

export function sails(scene: Scene): string {
  const { grid, small } = scene;
  if (!since(7, scene)) return '';
  const anchored = spotsOf(scene.board).filter(({ thing }) => thing === BAY);
  if (anchored.length)
    return anchored.map(({ ring }) => afloat(scene, beforeBay(scene, ring), 'pirate', small ? 58 : 44)).join('');
  const [x, y] = corners(grid).right;
  const larger = small ? 1.25 : 1;
  if (since(9, scene))
    return (
      afloat(scene, [x + 2, y + 2], 'wreck', 76 * larger) +
      afloat(scene, [x + 34, y - 84], 'pirate', 34 * larger) +
      afloat(scene, [22, y - 150], 'pirate', 30 * larger)
    );
  return (
    afloat(scene, [x - 8, y + 8], 'pirate', 70 * larger) +
    afloat(scene, [x + 36, y - 52], 'pirate', 46 * larger) +
    afloat(scene, [x + 46, y - 118], 'pirate', 32 * larger)
  );
}
