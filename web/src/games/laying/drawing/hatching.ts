/** Cells that may be lost soon: hatched, with a dashed edge around all of them. */
import type { Geometry, Position } from '../grid/geometry';

const STEP = 9; // from line to line

/** `id` is unique in the page: the name of the pattern. */
export function hatched(grid: Geometry, cells: readonly Position[], colour: string, id: string): string {
  if (!cells.length) return '';
  const area = grid.outline(cells, 2, 7);
  return (
    `<pattern id="${id}" width="${STEP}" height="${STEP}" patternUnits="userSpaceOnUse"` +
    ` patternTransform="rotate(45)">` +
    `<path d="M0 0V${STEP}" stroke="${colour}" stroke-width="5"/></pattern>` +
    `<path d="${area}" fill="var(--paper)" opacity=".35"/><path d="${area}" fill="url(#${id})" opacity=".75"/>` +
    `<path class="hatched" d="${area}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="9 5"/>`
  );
}
