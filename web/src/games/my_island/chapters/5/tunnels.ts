/** Two tunnels through the mountains: a hex of rock each, with a mouth at both sides. */
import { CELL, type Point } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import { at } from '../../drawing/place';

/** Where each begins beside the temple, and the rock it goes through. */
const FEET: readonly (readonly [foot: string, rock: string])[] = [
  ['6,0', '7,-1'],
  ['9,0', '9,-1'],
];
const [LOW, HIGH] = [0.8, 1.34]; // of a cell: the arches, counted from the foot

/** Stone arches below, shafts above; boarded up while nobody goes through. */
export function tunnels({ grid, small }: Scene, isOpen: boolean): string {
  return FEET.map(([foot, rock]) => {
    const [from, to] = [grid.read(foot), grid.read(rock)];
    if (!from || !to) return '';
    const along = (part: number): Point => {
      const [[x, y], [a, b]] = [grid.middle(from), grid.middle(to)];
      return [x + (a - x) * part, y + (b - y) * part];
    };
    const shaft = isOpen && !small ? at(along(HIGH), 'shaft', CELL * 0.6) : '';
    return shaft + at(along(small ? 1 : LOW), isOpen ? 'tunnel' : 'boarded', small ? (isOpen ? 52 : 40) : CELL * 0.72);
  }).join('');
}
