/** How a building looks that lies on no sheet. */
import type { Position } from '../laying/grid/geometry';
import type { View } from './view';

/** The cells of a shape by its name, its first row and column at 0. */
export function shapeOf(view: Pick<View, 'shapes'>, name: string): Position[] {
  const cells = view.shapes[name]?.[0] ?? [];
  const [top, left] = [Math.min(...cells.map((cell) => cell[0])), Math.min(...cells.map((cell) => cell[1]))];
  return cells.map(([row, column]) => [row - top, column - left]);
}

export function extent(cells: readonly Position[]): { rows: number; columns: number } {
  return {
    rows: 1 + Math.max(0, ...cells.map((cell) => cell[0])),
    columns: 1 + Math.max(0, ...cells.map((cell) => cell[1])),
  };
}
