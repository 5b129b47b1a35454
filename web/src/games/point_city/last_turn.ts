/** The newest turn of somebody: whose it was, and the cells of the market it emptied. */
import { readLine } from '../../live/log/told_line';
import type { Cell } from './view';

export interface LastTurn {
  seat: number;
  cells: readonly Cell[];
}

/** Null before the first turn; no cells where the two cards came from the deck. */
export function lastTurn(lines: readonly string[]): LastTurn | null {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = readLine(lines[at] ?? '');
    if (line.by !== 'seat') continue;
    if (line.verb === 'take') return { seat: line.seat, cells: line.words };
    if (line.verb === 'draw') return { seat: line.seat, cells: [] };
  }
  return null;
}
