/** Which cell of a tile shows a symbol that counts twice for its owner. */
import type { Position } from '../../../laying/grid/geometry';
import type { Drawn } from '../../../laying/grid/scene';
import type { BoardView, View } from '../../../laying/view';

const DOUBLE = 'double:';

/** On a board the cells are in reading order: `view` says in which order the tile has them. */
export function doubledCell(
  { brought }: Pick<BoardView, 'brought'>,
  tile: Drawn,
  view?: Pick<View, 'shapes'>,
): Position | undefined {
  const found = brought.stickers.find(([sticker]) => sticker === DOUBLE + tile.name);
  if (!found) return undefined;
  const design = view?.shapes[tile.name]?.[0];
  const index = Number(found[1]);
  if (tile.orientation === undefined || !design) return tile.cells[index];
  return tile.cells[placeOf(design, index, tile.orientation)];
}

/** Which of the turned cells this one is in reading order. */
function placeOf(design: readonly Position[], index: number, turns: number): number {
  const turned = design.map((cell) => turnedBy(cell, turns));
  const order = turned.map((cell, i) => ({ cell, i })).sort((a, b) => a.cell[0] - b.cell[0] || a.cell[1] - b.cell[1]);
  return order.findIndex(({ i }) => i === index);
}

/** A sixth of a turn clockwise, so many times. */
function turnedBy(cell: Position, turns: number): Position {
  let [row, column] = cell;
  for (let i = 0; i < turns; i++) [row, column] = [row + column, 0 - row];
  return [row, column];
}
