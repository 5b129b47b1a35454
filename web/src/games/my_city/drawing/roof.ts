/** A hip roof over square cells: sunny north, shady south, the sides between; a 2x2 becomes a pyramid. */
import { CELL, short, type Point, type Position } from '../../laying/grid/geometry';

export interface Roof {
  north: string;
  south: string;
  sides: string;
  ridge: string;
  /** The upper left cell of a 2x2, where there is one. */
  block: Position | null;
}

type Side = 'n' | 'e' | 's' | 'w';

const SIDES: readonly [Side, number, number][] = [
  ['n', -1, 0],
  ['e', 0, 1],
  ['s', 1, 0],
  ['w', 0, -1],
];
const CORNERS: readonly [Side, Side, number, number][] = [
  ['n', 'w', -1, -1],
  ['n', 'e', -1, 1],
  ['s', 'w', 1, -1],
  ['s', 'e', 1, 1],
];

const at = ([x, y]: Point): string => `${short(x * CELL)} ${short(y * CELL)}`;
const face = (...points: Point[]): string => `M${points.map(at).join('L')}Z`;
const line = (a: Point, b: Point): string => `M${at(a)}L${at(b)}`;

export function roof(cells: readonly Position[]): Roof {
  const inside = new Set(cells.map(String));
  const has = (y: number, x: number): boolean => inside.has(`${y},${x}`);
  const block = cells.find(([y, x]) => has(y + 1, x) && has(y, x + 1) && has(y + 1, x + 1)) ?? null;
  const out: Roof = { north: '', south: '', sides: '', ridge: '', block };
  if (block) pyramid(out, block);
  for (const cell of cells) if (!inBlock(block, cell)) wing(out, cell, has);
  return out;
}

function inBlock(block: Position | null, [y, x]: Position): boolean {
  return !!block && y >= block[0] && y <= block[0] + 1 && x >= block[1] && x <= block[1] + 1;
}

function pyramid(out: Roof, [y, x]: Position): void {
  const [nw, ne, se, sw, top]: Point[] = [
    [x, y],
    [x + 2, y],
    [x + 2, y + 2],
    [x, y + 2],
    [x + 1, y + 1],
  ];
  if (!nw || !ne || !se || !sw || !top) return;
  out.north += face(nw, ne, top);
  out.south += face(se, sw, top);
  out.sides += face(ne, se, top) + face(sw, nw, top);
  out.ridge += line(nw, se) + line(ne, sw);
}

/** One cell of a wing: a face on each free side, slopes of the ridge towards each neighbour. */
function wing(out: Roof, [y, x]: Position, has: (y: number, x: number) => boolean): void {
  const top: Point = [x + 0.5, y + 0.5];
  const joined = Object.fromEntries(SIDES.map(([side, dy, dx]) => [side, has(y + dy, x + dx)])) as Record<
    Side,
    boolean
  >;
  for (const [side, dy, dx] of SIDES) {
    const edge: Point = [top[0] + dx / 2, top[1] + dy / 2];
    const [a, b]: [Point, Point] = dy
      ? [
          [x, edge[1]],
          [x + 1, edge[1]],
        ]
      : [
          [edge[0], y],
          [edge[0], y + 1],
        ];
    if (joined[side]) slopes(out, dy !== 0, a, b, edge, top);
    else out[side === 'n' ? 'north' : side === 's' ? 'south' : 'sides'] += face(a, b, top);
  }
  for (const [a, b, dy, dx] of CORNERS) {
    const hip = !joined[a] && !joined[b];
    const valley = joined[a] && joined[b] && !has(y + dy, x + dx);
    if (hip || valley) out.ridge += line(top, [top[0] + dx / 2, top[1] + dy / 2]);
  }
}

function slopes(out: Roof, upright: boolean, a: Point, b: Point, edge: Point, top: Point): void {
  if (upright) out.sides += face(a, edge, top) + face(edge, b, top);
  else {
    out.north += face(a, edge, top);
    out.south += face(b, edge, top);
  }
  out.ridge += line(top, edge);
}
