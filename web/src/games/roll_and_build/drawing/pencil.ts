/** Buildings as one draws them on the sheet: an outline in graphite, inside it what the kind asks for. */
import { CELL, short, type Geometry, type Point, type Position } from '../../laying/grid/geometry';
import { seeded } from '../../laying/drawing/seeded';
import { loop, sides, stroke, trail } from './strokes';

export interface Look {
  /** Unique on the page. */
  id: string;
  small?: boolean;
}

interface Area {
  cells: readonly Position[];
  left: number;
  top: number;
  right: number;
  bottom: number;
  seed: number;
}

const INSET = 2.6;

/** The pens of the kinds; a kind without one is drawn in graphite. */
const PENS: Readonly<Record<string, string>> = {
  filled: '--pen-filled',
  hatched: '--pen-hatched',
  crossed: '--pen-crossed',
  church: '--pen-church',
  fortress: '--pen-fortress',
};

const FILLS: Readonly<Record<string, (area: Area, small: boolean) => string>> = {
  filled,
  hatched,
  crossed,
  church: circles,
  fortress: towers,
};

export function pen(kind: string): string {
  return `var(${PENS[kind] ?? '--pencil'})`;
}

/** A building on these cells of a grid of squares. */
export function pencilled(grid: Geometry, cells: readonly Position[], kind: string, look: Look): string {
  const area = areaOf(cells.map(([row, column]): Position => [row - grid.top, column - grid.left]));
  const loops = grid.loops(cells, INSET);
  const walls = loops.map((one) => `M${one.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`).join('');
  const fill = FILLS[kind]?.(area, look.small ?? false) ?? '';
  const outline = (seed: number, shake: number): string =>
    loops.map((one) => sides(one, area.seed + seed, shake)).join('');
  const again = look.small ? '' : `<path d="${outline(5, 1.7)}" stroke-width=".9" opacity=".5"/>`;
  return (
    `<path d="${walls}" fill="var(--pad)" opacity=".86"/>` +
    `<clipPath id="${look.id}"><path d="${walls}"/></clipPath>` +
    `<g fill="none" stroke="${pen(kind)}" stroke-linecap="round" stroke-linejoin="round"` +
    ` clip-path="url(#${look.id})">${fill}</g>` +
    `<g fill="none" stroke="var(--pencil)" stroke-linecap="round">` +
    `<path d="${outline(0, 1.1)}" stroke-width="${look.small ? 3.4 : 2.3}"/>${again}</g>`
  );
}

/** The same building is always drawn by the same strokes, wherever it stands on the list. */
function areaOf(cells: readonly Position[]): Area {
  const [rows, columns] = [cells.map((cell) => cell[0]), cells.map((cell) => cell[1])];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return {
    cells,
    left: left * CELL,
    top: top * CELL,
    right: (Math.max(...columns) + 1) * CELL,
    bottom: (Math.max(...rows) + 1) * CELL,
    seed: cells.reduce((sum, [row, column]) => sum * 3 + row * 16 + column, cells.length) % 9973,
  };
}

/** Slanting strokes across the whole area; the clip cuts them off. */
function slanting({ left, top, right, bottom, seed }: Area, step: number, reach: number): [Point, Point][] {
  const next = seeded(seed);
  const tall = bottom - top;
  const out: [Point, Point][] = [];
  for (let x = left - tall; x < right + 2; x += step * (0.82 + next() * 0.36)) {
    const lean = (next() - 0.5) * step * 0.7;
    out.push([
      [x + lean - reach, bottom + reach],
      [x + tall - lean + reach, top - reach],
    ]);
  }
  return out;
}

/** To and fro without lifting the pencil, then once more where it came out too light. */
function filled(area: Area, small: boolean): string {
  if (small)
    return (
      `<path d="M${area.left} ${area.top}H${area.right}V${area.bottom}H${area.left}Z"` +
      ` fill="${pen('filled')}" stroke="none" opacity=".85"/>`
    );
  const strokes = slanting(area, 4.6, 3);
  const zigzag = trail(
    strokes.flatMap(([a, b], i) => (i % 2 ? [b, a] : [a, b])),
    area.seed,
    0.8,
  );
  const denser = slanting({ ...area, seed: area.seed + 11 }, 13, 0)
    .map(([a, b], i) => stroke(a, b, area.seed + i, 1.4))
    .join('');
  return `<path d="${zigzag}" stroke-width="3.9" opacity=".8"/><path d="${denser}" stroke-width="2.2" opacity=".75"/>`;
}

function hatched(area: Area, small: boolean): string {
  const lines = slanting(area, small ? 15 : 11, 0)
    .map(([a, b], i) => stroke(a, b, area.seed + i, 1.1))
    .join('');
  return `<path d="${lines}" stroke-width="${small ? 5 : 2.4}" opacity=".92"/>`;
}

/** One cross in every cell. */
function crossed({ cells, seed }: Area, small: boolean): string {
  const d = cells.map(([row, column], i) => {
    const [x, y, n] = [column * CELL, row * CELL, seed + i * 5];
    return stroke([x + 10, y + 10], [x + 38, y + 38], n, 1.6) + stroke([x + 38, y + 10], [x + 10, y + 38], n + 2, 1.6);
  });
  return `<path d="${d.join('')}" stroke-width="${small ? 5.5 : 3}"/>`;
}

/** A circle in every cell. */
function circles({ cells, seed }: Area, small: boolean): string {
  const d = cells.map(([row, column], i) => loop([(column + 0.5) * CELL, (row + 0.5) * CELL], 13.5, seed + i * 3));
  return `<path d="${d.join('')}" stroke-width="${small ? 5.5 : 2.9}"/>`;
}

const TOWER: readonly Point[] = [
  [13, 40],
  [13, 12],
  [19, 12],
  [19, 18],
  [21.5, 18],
  [21.5, 12],
  [26.5, 12],
  [26.5, 18],
  [29, 18],
  [29, 12],
  [35, 12],
  [35, 40],
];
const GATE: readonly Point[] = [
  [20.5, 40],
  [20.5, 32],
  [24, 28.5],
  [27.5, 32],
  [27.5, 40],
];

/** A tower in every cell. */
function towers({ cells, seed }: Area, small: boolean): string {
  const moved = (points: readonly Point[], [row, column]: Position): Point[] =>
    points.map(([x, y]) => [x + column * CELL, y + row * CELL]);
  const d = cells.map(
    (cell, i) => sides(moved(TOWER, cell), seed + i, 0.7) + (small ? '' : trail(moved(GATE, cell), seed + i, 0.5)),
  );
  return `<path d="${d.join('')}" stroke-width="${small ? 4.5 : 2.6}"/>`;
}
