/** Paths that touch join to one road, across tiles, up to the totem it serves. */
import { CELL, short, type Geometry, type Point, type Position } from '../../laying/geometry';
import { has, mask } from '../../laying/masks';
import type { Scene } from '../../laying/scene';
import { ROAD } from './symbols';

type Roads = Pick<Scene, 'view' | 'grid' | 'board' | 'ground'>;

/** The cells that show a symbol now. */
export function cellsOf({ view, grid, board }: Pick<Scene, 'view' | 'grid' | 'board'>, symbol: string): Position[] {
  return grid.positions(mask(board.marks[view.kinds.indexOf(symbol)] ?? '0'));
}

export function totemsOf({ grid, ground }: Pick<Scene, 'grid' | 'ground'>): Position[] {
  return grid.positions(mask(ground.layers['totem']?.[0] ?? '0'));
}

/** Whether a path goes on from here, to another path or to a totem that is served. */
export function joined(scene: Roads, cell: Position): boolean {
  return ends(scene).some(([from, to]) => String(from) === String(cell) || String(to) === String(cell));
}

const drawn = new WeakMap<object, [Position, Position][]>();

/** All pieces of road from middle to middle; the same board is looked at once. */
function ends(scene: Roads): [Position, Position][] {
  const before = drawn.get(scene.board);
  if (before) return before;
  const served = new Set(
    totemsOf(scene)
      .filter((totem) => isServed(scene, totem))
      .map(String),
  );
  const out = withoutRings(scene.grid, cellsOf(scene, ROAD), served);
  drawn.set(scene.board, out);
  return out;
}

/** Every path joined to its neighbours as far as that makes no ring: a crossroads, not a web. */
function withoutRings(grid: Geometry, paths: readonly Position[], served: ReadonlySet<string>): [Position, Position][] {
  const nets = new Map(paths.map((cell) => [String(cell), new Set([String(cell)])]));
  const out: [Position, Position][] = [];
  for (const cell of paths) {
    for (const other of grid.neighbours(cell)) {
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

function isServed({ grid, board }: Roads, totem: Position): boolean {
  return board.roads.some(([, start, scored]) => scored && has(mask(start), grid.bit(totem)));
}

export function roads(scene: Roads & Pick<Scene, 'small'>): string {
  const all = ends(scene);
  if (!all.length) return '';
  const { grid, small } = scene;
  const line = all.map(([from, to]) => `M${at(grid.middle(from))}${bowed(grid, from, to)}`).join('');
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${line}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const pebbles = small ? '' : stroke('p-2', 1.5, ' stroke-dasharray="1.5 8" opacity=".6"');
  return (
    `<g fill="none" stroke-linecap="round"` +
    ` stroke-linejoin="round">${stroke('p-2', small ? 16 : 12.5)}${stroke('p-road', small ? 10 : 8.8)}${pebbles}` +
    `</g>`
  );
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
