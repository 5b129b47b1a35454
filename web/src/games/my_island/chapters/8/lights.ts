/** Cells around the portal that ask for a symbol: lit in this match or before, open, or dark. */
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { layer } from '../../drawing/place';
import type { BoardView, Hex } from '../../../laying/view';

export type Shine = 'earlier' | 'lit' | 'open' | 'dark';
type LightView = [rule: string, cell: Hex, symbol: string, state: Shine];

export interface Light {
  rule: string;
  cell: Hex;
  symbol: string;
  state: Shine;
}

export function lightsOf(board: BoardView): Light[] {
  const { lights = [] } = board as { lights?: readonly LightView[] };
  return lights.map(([rule, cell, symbol, state]) => ({ rule, cell, symbol, state }));
}

export const isLit = ({ state }: Pick<Light, 'state'>): boolean => state === 'lit' || state === 'earlier';

/** An arc of the portal: in which direction its segment lies, and how that shines. */
export interface Arc {
  /** In radians, clockwise from the right. */
  angle: number;
  state: Shine;
}

/** The arcs around the portal of a board, each towards its segment. */
export function arcsOf({ grid, ground, board }: Pick<Scene, 'grid' | 'ground' | 'board'>): Arc[] {
  const [centre] = layer({ grid, ground }, 'portal');
  if (!centre) return [];
  const [x, y] = grid.middle(centre);
  return lightsOf(board).flatMap(({ cell, state }) => {
    const [segment] = grid.positions(mask(cell));
    if (!segment) return [];
    const [a, b] = grid.middle(segment);
    return [{ angle: Math.atan2(b - y, a - x), state }];
  });
}
