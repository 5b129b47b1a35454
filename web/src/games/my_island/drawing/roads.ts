/** Paths that touch join to one road, across tiles, up to the thing it serves. */
import { CELL, short, type Geometry, type Point, type Position } from '../../laying/grid/geometry';
import { mask } from '../../laying/grid/masks';
import type { Scene } from '../../laying/grid/scene';
import { ROAD } from './symbols';

type Roads = Pick<Scene, 'view' | 'grid' | 'board' | 'ground'>;

/** The cells that show a symbol now. */
export function cellsOf({ view, grid, board }: Pick<Scene, 'view' | 'grid' | 'board'>, symbol: string): Position[] {
  return grid.positions(mask(board.marks[view.kinds.indexOf(symbol)] ?? '0'));
}

export function totemsOf({ grid, ground }: Pick<Scene, 'grid' | 'ground'>): Position[] {
  return grid.positions(mask(ground.layers['totem']?.[0] ?? '0'));
}

/** Whether a path goes on from here, to another path or to a thing that is served. */
export function joined(scene: Roads, cell: Position): boolean {
  return ends(scene).some(([from, to]) => String(from) === String(cell) || String(to) === String(cell));
}

const drawn = new WeakMap<object, [Position, Position][]>();

/** All pieces of road from middle to middle; the same board is looked at once. */
function ends(scene: Roads): [Position, Position][] {
  const before = drawn.get(scene.board);
  if (before) return before;
  const served = new Set(servedBy(scene).map(String));
  const out = withoutRings(scene.grid, cellsOf(scene, ROAD), served);
  drawn.set(scene.board, out);
  return out;
}

/** Every path joined to its neighbours as far as that makes no ring: a crossroads, not a web. */
function withoutRings(grid: Geometry, paths: readonly Position[], served: ReadonlySet<string>): [Position, Position][] {
  const nets = new Map(paths.map((cell) => [String(cell), new Set([String(cell)])]));
  const out: [Position, Position][] = [];
  for (const cell of paths) {
    for (const other of [...grid.neighbours(cell), ...grid.joined(cell)]) {
      const [mine, theirs] = [
        nets.get(String(cell)),
        nets.get(String(other)) ?? (served.has(String(other)) ? new Set([String(other)]) : null),
      ];
      if (!mine || !theirs || mine.has(String(other))) continue;
      out.push([cell, other]);
      for (const name of theirs) nets.set(name, mine.add(name));
    }
  }
  return out;
}

/** Where the roads begin that are complete. */
function servedBy({ grid, board }: Roads): Position[] {
  return board.roads.flatMap(([, start, scored]) => (scored ? grid.positions(mask(start)) : []));
}

export function roads(scene: Roads & Pick<Scene, 'small'>): string {
  const all = ends(scene);
  if (!all.length) return '';
  const { grid, small } = scene;
  const line = all.map(([from, to]) => (isNear(grid, from, to) ? stretch(grid, from, to) : mouths(grid, from, to)));
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${line.join('')}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const pebbles = small ? '' : stroke('p-2', 1.5, ' stroke-dasharray="1.5 8" opacity=".6"');
  return (
    `<g fill="none" stroke-linecap="round"` +
    ` stroke-linejoin="round">${stroke('p-2', small ? 16 : 12.5)}${stroke('p-road', small ? 10 : 8.8)}${pebbles}` +
    `</g>`
  );
}

const stretch = (grid: Geometry, from: Position, to: Position): string =>
  `M${at(grid.middle(from))}${bowed(grid, from, to)}`;

const isNear = (grid: Geometry, from: Position, to: Position): boolean =>
  grid.neighbours(from).some((other) => String(other) === String(to));

/** A road that goes on elsewhere: it is seen as far as the edge of both cells. */
function mouths(grid: Geometry, from: Position, to: Position): string {
  const [[x, y], [a, b]] = [grid.middle(from), grid.middle(to)];
  const part = (CELL * 0.56) / Math.hypot(a - x, b - y);
  const [dx, dy] = [(a - x) * part, (b - y) * part];
  return `M${at([x, y])}L${at([x + dx, y + dy])}M${at([a, b])}L${at([a - dx, b - dy])}`;
}

/** A slight bow, so that a road looks walked and not ruled. */
function bowed(grid: Geometry, from: Position, to: Position): string {
  const [[x, y], [a, b]] = [grid.middle(from), grid.middle(to)];
  const bow = ((from[0] + from[1]) % 2 ? 0.12 : -0.12) * (Math.hypot(a - x, b - y) / CELL);
  return `Q${at([(x + a) / 2 - (b - y) * bow, (y + b) / 2 + (a - x) * bow])} ${at([a, b])}`;
}

function at([x, y]: Point): string {
  return `${short(x)} ${short(y)}`;
}
