/** Symbols that count twice, by shape: the tile says so wherever it lies. */
import type { Geometry } from '../../../laying/grid/geometry';
import type { Drawn, Look } from '../../../laying/grid/scene';
import { at } from '../../drawing/place';
import { doubledCell } from './doubled_cell';

export function doubled(grid: Geometry, tile: Drawn, { owner, scene, small }: Look): string {
  const cell = owner && doubledCell(owner, tile, scene?.view);
  if (!cell) return '';
  const [x, y] = grid.middle(cell);
  return at([x + 11, y - 13], 'double', small ? 34 : 23);
}
