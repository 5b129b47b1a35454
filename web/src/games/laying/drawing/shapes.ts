/** How the cards still to come look: cells by shape name, from what lies about or from what we know to draw. */
import type { Position } from '../geometry';
import type { View } from '../view';

const ROWS: Readonly<Record<string, string>> = {
  I1: '#',
  X1: '#',
  I2: '##',
  I3: '###',
  I4: '####',
  V3: '#./##',
  O4: '##/##',
  T4: '###/.#.',
  S4: '.##/##.',
  L4: '#./#./##',
  U5: '#.#/###',
  J4: '.#/.#/##',
  Z4: '##./.##',
  V5: '#../#../###',
  W5: '#../##./.##',
  P5: '##/##/#.',
};

/** The cells of a shape with its upper left corner at (0, 0); empty when nobody knows it. */
export function drawnShape(name: string, view: View): Position[] {
  const rows = ROWS[name];
  if (rows) return read(rows);
  const piece = view.pieces.find((some) => some.name === name);
  return normal(piece?.shapes[0]?.cells ?? []);
}

function read(rows: string): Position[] {
  return rows.split('/').flatMap((row, y) => [...row].flatMap((sign, x): Position[] => (sign === '#' ? [[y, x]] : [])));
}

export function normal(cells: readonly Position[]): Position[] {
  const top = Math.min(...cells.map((cell) => cell[0]));
  const left = Math.min(...cells.map((cell) => cell[1]));
  return cells.map(([row, column]) => [row - top, column - left]);
}

export function size(cells: readonly Position[]): { rows: number; columns: number } {
  return { rows: Math.max(...cells.map((cell) => cell[0])) + 1, columns: Math.max(...cells.map((cell) => cell[1])) + 1 };
}
