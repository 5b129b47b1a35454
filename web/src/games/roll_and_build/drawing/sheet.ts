/** The sheet as it comes from the press: light ink, no colour but the water's. */
import {
  bent,
  CELL,
  letter,
  short,
  type Box,
  type Geometry,
  type Point,
  type Position,
} from '../../laying/grid/geometry';
import { has, mask, type Mask } from '../../laying/grid/masks';
import type { Drawn, Look, Scene } from '../../laying/grid/scene';
import type { BoardView, GridView, GroundView } from '../../laying/view';
import { sheetOf } from '../view';
import { comingRow, FOOT, passRow, SIDE } from './margin';
import { pencilled } from './pencil';
import { stroke } from './strokes';

const INK = 'fill="none" stroke="var(--pad-ink)" stroke-linejoin="round" stroke-linecap="round"';
const PENCIL = 'fill="none" stroke="var(--pencil)" stroke-linejoin="round" stroke-linecap="round"';
const STREAM = 9;
const BANK = 1.8;
const BEND = 14;
const RADIUS_ROOM = 22;

/** What fills a whole cell, and what stands on it; the rest of the layers are not drawn. */
const GROUND = ['mountain', 'forest', 'plateau'];
const THINGS = ['tree', 'rock', 'well', 'gold', 'bandit'];

/** The paper around the map; from afar there is only the map. */
export function frame(grid: Geometry, small: boolean): Box {
  const side = small ? 3 : SIDE;
  return { x: -side, y: -side, width: grid.width + 2 * side, height: grid.height + 2 * side + (small ? 0 : FOOT) };
}

/** The empty sheet: paper, map and the rows below it. */
export function land({ view, grid, ground, board, id, small, part }: Scene): string {
  const { x, y, width, height } = frame(grid, small);
  const paper = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="var(--pad)"/>`;
  const inside = `<clipPath id="${id}w"><rect width="${grid.width}" height="${grid.height}"/></clipPath>`;
  const water = `${inside}<g clip-path="url(#${id}w)">${river(grid, view.grid, ground, small)}</g>`;
  const map = field(grid, ground) + lines(grid, small) + water + marks(grid, ground, GROUND, small);
  if (small || part) return paper + map;
  const sheet = sheetOf(view);
  const foot = grid.height + SIDE + RADIUS_ROOM;
  return (
    paper + map + names(grid) + passRow(sheet.circles, board.passes, foot) + comingRow(sheet, grid.width, foot + 8)
  );
}

/** Trees, rocks and all that stands on a cell: printed, so they show faintly under the pencil too. */
export function symbols({ view, grid, ground, board, small }: Scene): string {
  const brought = new Set(sheetOf(view).boards[board.seat]?.brought.stickers.map(([, cell]) => cell));
  const carried = grid.positions(grid.cells).filter((cell) => brought.has(grid.name(cell)));
  return (
    marks(grid, ground, THINGS, small, brought) +
    carried.map((cell) => byHand(grid, cell, small)).join('') +
    caught(grid, ground, board)
      .map((cell) => crossedOut(grid, cell, small))
      .join('')
  );
}

/** What came along from the sheet before is drawn in by hand. */
function byHand(grid: Geometry, cell: Position, small: boolean): string {
  return `<g class="s-hand" ${PENCIL} stroke-width="${small ? 2.8 : 2.2}">${mark(grid, 'bandit', cell)}</g>`;
}

/** The bandits that are surrounded: all but those the score block still counts. */
function caught(grid: Geometry, ground: GroundView, board: BoardView): Position[] {
  const line = board.tally.find(([rule]) => rule === 'surrounded.bandit');
  return line ? grid.positions(layer(ground, 'bandit') & ~mask(line[2])) : [];
}

function crossedOut(grid: Geometry, cell: Position, small: boolean): string {
  const [x, y] = grid.middle(cell);
  const [arm, seed] = [CELL * 0.36, grid.bit(cell)];
  const d =
    stroke([x - arm, y - arm], [x + arm, y + arm], seed, 1.6) +
    stroke([x + arm, y - arm], [x - arm, y + arm], seed + 2, 1.6);
  return `<path class="s-caught" d="${d}" ${PENCIL} stroke-width="${small ? 5 : 3.4}"/>`;
}

/** A building of the sheet: one that is printed there, or one drawn in. */
export function piece(grid: Geometry, { kind, cells }: Drawn, look: Look): string {
  const first = cells[0];
  const isPrinted = look.scene && first && has(layer(look.scene.ground, kind), grid.bit(first));
  return isPrinted ? printedBuilding(grid, cells, kind, look.small) : pencilled(grid, cells, kind, look);
}

/** The thin river once more, between the walls on its banks. */
export function over({ view, grid, ground, id, small }: Scene): string {
  return (
    `<g` +
    ` clip-path="url(#${id}w)">${stream(courseOf(grid, view.grid, ground), 'var(--pad-water)', small ? 6 : 4.6)}` +
    `</g>`
  );
}

/** Letters above the columns, numbers beside the rows, as on the printed sheet. */
function names(grid: Geometry): string {
  const name = (text: string, [x, y]: Point): string => `<text x="${x}" y="${y}">${text}</text>`;
  const columns = Array.from({ length: grid.columns }, (_, i) => name(letter(i + grid.left), [(i + 0.5) * CELL, -4.5]));
  const rows = Array.from({ length: grid.rows }, (_, i) =>
    name(String(i + grid.top + 1), [-SIDE / 2 - 0.5, (i + 0.5) * CELL + 4]),
  );
  return (
    `<g font-family="var(--sans)" font-size="11" font-weight="600" text-anchor="middle"` +
    ` fill="var(--pad-soft)" opacity=".8">${[...columns, ...rows].join('')}</g>`
  );
}

/** Where nobody may build has a tint. */
function field(grid: Geometry, ground: GroundView): string {
  const open = grid.positions(grid.cells & mask(ground.open));
  const closed = grid.positions(grid.cells & ~mask(ground.open));
  const tint = closed.length ? `<path d="${grid.outline(closed, 0, 0)}" fill="var(--pad-tint)"/>` : '';
  return `<path d="${grid.outline(open, 0, 0)}" fill="var(--pad-land)"/>${tint}`;
}

function lines(grid: Geometry, small: boolean): string {
  let d = '';
  for (let i = 0; i <= grid.columns; i++) d += `M${i * CELL} 0V${grid.height}`;
  for (let i = 0; i <= grid.rows; i++) d += `M0 ${i * CELL}H${grid.width}`;
  return `<path d="${d}" stroke="var(--pad-line)" stroke-width="${small ? 1.6 : 1.1}" fill="none"/>`;
}

/** Thin along the sides of cells, as wide as a cell where the map has water: one bank around both. */
function river(grid: Geometry, view: GridView, ground: GroundView, small: boolean): string {
  const wide = grid.positions(layer(ground, 'water'));
  const course = courseOf(grid, view, ground);
  const lake = wide.length ? grid.outline(wide, 0, 0) : '';
  const bank = (colour: string, edge: number): string =>
    (lake ? `<path d="${lake}" fill="${colour}" stroke="${colour}" stroke-width="${edge}"/>` : '') +
    stream(course, colour, STREAM + edge);
  const glitter =
    course && !small
      ? `<path d="${course}" fill="none" stroke="var(--pad)" stroke-width="1.4"` +
        ` stroke-dasharray="9 13 4 18" stroke-linecap="round" opacity=".9"/>`
      : '';
  return (
    bank('var(--pad-ink)', 2 * BANK) +
    bank('var(--pad-water)', 0) +
    (lake ? '' : glitter) +
    (small ? '' : wide.map((cell) => wave(grid.corner(cell))).join(''))
  );
}

/** The way of the thin river: round bends, but square ones at the corners of wide water. */
function courseOf(grid: Geometry, view: GridView, ground: GroundView): string {
  const wide = layer(ground, 'water');
  const wet = ([row, column]: Position): boolean =>
    [
      [0, 0],
      [0, -1],
      [-1, 0],
      [-1, -1],
    ].some(([y = 0, x = 0]) => has(wide, grid.bit([row + y, column + x])));
  const runs = view.river.reduce<Position[][]>(
    (all, corner, i) => {
      all.at(-1)?.push(corner);
      return wet(corner) && i < view.river.length - 1 ? [...all, [corner]] : all;
    },
    [[]],
  );
  return runs
    .filter((run) => run.length > 1)
    .map((run) =>
      bent(
        run.map((corner) => grid.corner(corner)),
        BEND,
      ),
    )
    .join('');
}

function stream(course: string, colour: string, width: number): string {
  return course
    ? `<path d="${course}" fill="none" stroke="${colour}" stroke-width="${width}"` +
        ` stroke-linejoin="round" stroke-linecap="square"/>`
    : '';
}

function wave([x, y]: Point): string {
  return `<use href="#s-waves" x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="none" stroke-linecap="round"/>`;
}

function marks(
  grid: Geometry,
  ground: GroundView,
  names: readonly string[],
  small: boolean,
  without: ReadonlySet<string> = new Set(),
): string {
  const drawn = names.flatMap((name) => {
    const [one = '0', two = '0'] = ground.layers[name] ?? [];
    const pairs = mask(two);
    const cells = grid.positions(mask(one)).filter((cell) => !without.has(grid.name(cell)));
    return cells.map((cell) => mark(grid, art(name, cell, (pairs >> BigInt(grid.bit(cell))) & 1n), cell));
  });
  return drawn.length ? `<g ${INK} stroke-width="${small ? 2.4 : 1.6}">${drawn.join('')}</g>` : '';
}

/** Forests alternate, so that they do not stand in rank and file. */
function art(name: string, [row, column]: Position, pair: Mask): string {
  if (name === 'forest') return (row + column) % 2 ? 'forest' : 'forest2';
  return pair ? `${name}2` : name;
}

function mark(grid: Geometry, name: string, cell: Position): string {
  const [x, y] = grid.corner(cell);
  return `<use href="#s-${name}" x="${short(x + 2)}" y="${short(y + 2)}" width="${CELL - 4}" height="${CELL - 4}"/>`;
}

/** A building that is printed: its walls, and its drawing in the middle. */
function printedBuilding(grid: Geometry, cells: readonly Position[], kind: string, small = false): string {
  const [top, left] = [mean(cells.map((cell) => cell[0])), mean(cells.map((cell) => cell[1]))];
  return (
    `<path d="${grid.outline(cells, 2.6, 1)}" fill="var(--pad)" stroke="var(--pad-ink)"` +
    ` stroke-width="${small ? 3.4 : 2.6}" stroke-linejoin="round"/>` +
    `<g ${INK} stroke-width="${small ? 2.4 : 1.6}">${mark(grid, kind, [top, left])}</g>`
  );
}

function layer(ground: GroundView, name: string): Mask {
  return mask(ground.layers[name]?.[0] ?? '0');
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}
