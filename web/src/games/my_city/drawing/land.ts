/** The land of a board without its buildings: terrain, symbols that are still visible, the river. */
import { amount } from '../../laying/drawing/highlight';
import { seeded } from '../../laying/drawing/seeded';
import { bent, CELL, short, type Geometry, type Position } from '../../laying/grid/geometry';
import { mask } from '../../laying/grid/masks';
import type { Scene } from '../../laying/grid/scene';
import { artPutBy, putOn, symbolOf } from './symbols';

type Ground = Pick<Scene, 'grid' | 'ground'>;
type Look = Pick<Scene, 'id' | 'small'>;

const TERRAIN = new Set(['plain', 'forest', 'mountain']);
const SQUARE = 'square';

export function land(scene: Pick<Scene, 'view'> & Ground & Look): string {
  const { grid, ground } = scene;
  const of = (name: string): Position[] => grid.positions(mask(ground.layers[name]?.[0] ?? '0'));
  return [
    meadow(grid, of('plain'), scene),
    forest(grid, of('forest'), scene),
    mountains(grid, of('mountain'), scene),
    river(scene, false),
  ].join('');
}

/** What stands on the cells that are not covered. */
export function symbols({ grid, ground, board, given }: Ground & Pick<Scene, 'board' | 'given'>): string {
  const clear = mask(board.clear);
  const layers = Object.entries(ground.layers).filter(([name]) => !TERRAIN.has(name));
  const drawn = layers.flatMap(([name, masks]) => {
    const cells = grid.positions(mask(masks[0] ?? '0') & clear);
    return cells.map((cell) => {
      const art = artPutBy(putOn(grid.name(cell), given)) ?? symbolOf(name, amount(masks, grid.bit(cell)) > 1);
      if (art) return symbolAt(grid, art, cell);
      return name === SQUARE ? printedSquare(grid, cell) : sign(grid, name, cell);
    });
  });
  const wanted = ground.wants.flatMap(([, mark, cells]) =>
    grid.positions(mask(cells) & clear).map((cell) => sign(grid, mark, cell)),
  );
  return drawn.join('') + wanted.join('');
}

function symbolAt(grid: Geometry, art: string, cell: Position): string {
  const [x, y] = grid.middle(cell);
  return `<use href="#p-${art}" x="${short(x - 23)}" y="${short(y - 24)}" width="46" height="46"/>`;
}

/** The small square of the legacy board, where a sticker may go later. */
function printedSquare(grid: Geometry, cell: Position): string {
  const [x, y] = grid.middle(cell);
  return (
    `<rect class="square" x="${short(x - 6)}" y="${short(y - 6)}" width="12" height="12" rx="2" fill="none"` +
    ` stroke="var(--grass)" stroke-width="2"/>`
  );
}

/** A thing nobody has drawn yet: its first letters on a disc. */
function sign(grid: Geometry, name: string, cell: Position): string {
  const [x, y] = grid.middle(cell);
  const text = name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
  return (
    `<circle cx="${short(x)}" cy="${short(y)}" r="13" fill="var(--paper)"` +
    ` stroke="var(--paper-edge)" stroke-dasharray="3 2"/>` +
    `<text x="${short(x)}" y="${short(y + 5)}" text-anchor="middle"` +
    ` font-family="var(--serif)" font-weight="700" font-size="14" fill="var(--ink)">${text}` +
    `</text>`
  );
}

function meadow(grid: Geometry, plain: readonly Position[], look: Look): string {
  const all = grid.positions(grid.cells);
  const square = ([row, column]: Position): string => {
    const [x, y] = grid.corner([row, column]);
    return `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
  };
  const dark = all
    .filter(([row, column]) => (row + column) % 2 !== 0)
    .map(square)
    .join('');
  const grass = look.small
    ? ''
    : `<path d="${tufts(grid, plain)}" stroke="var(--grass)" stroke-width="1.1" stroke-linecap="round" fill="none"/>`;
  const dash = look.small ? 'stroke-width="1.5"' : 'stroke-dasharray="2 4" stroke-linecap="round"';
  return (
    `<path d="${grid.outline(all, 0, 0)}" fill="var(--plain)"/><path d="${dark}" fill="var(--plain-2)"/>${grass}` +
    `<path d="${lines(grid)}" stroke="var(--grid)" ${dash} fill="none" opacity=".8"/>`
  );
}

function tufts(grid: Geometry, plain: readonly Position[]): string {
  return plain
    .flatMap((cell) => {
      const next = seeded(grid.bit(cell) + 7);
      const [x, y] = grid.corner(cell);
      return [0, 1].map(() => {
        const [a, b] = [Math.round(x + 8 + next() * 30), Math.round(y + 12 + next() * 30)];
        return `M${a} ${b}l-1.5-4m3.5 4l.3-5m1.7 5l1.8-3.5`;
      });
    })
    .join('');
}

function lines(grid: Geometry): string {
  let d = '';
  for (let i = 1; i < grid.columns; i++) d += `M${i * CELL} 0V${grid.height}`;
  for (let i = 1; i < grid.rows; i++) d += `M0 ${i * CELL}H${grid.width}`;
  return d;
}

const SPOTS: readonly [number, number][] = [
  [13, 13],
  [35, 15],
  [14, 36],
  [36, 37],
  [25, 26],
];

/** Firs and crowns, five to a cell, those behind first. */
function forest(grid: Geometry, cells: readonly Position[], look: Look): string {
  if (!cells.length) return '';
  const floor = `<path d="${grid.outline(cells, 0, 10)}" fill="var(--forest)"/>`;
  if (look.small) return floor;
  const trees = cells.flatMap((cell) => {
    const next = seeded(grid.bit(cell) + 31);
    const [x, y] = grid.corner(cell);
    return SPOTS.map(([a, b]) => ({ x: x + a + (next() - 0.5) * 9, y: y + b + (next() - 0.5) * 8, size: next() }));
  });
  trees.sort((a, b) => a.y - b.y);
  const drawn = trees.map(({ x, y, size }) => {
    const place = `translate(${Math.round(x)} ${Math.round(y)})scale(${short(0.92 + size * 0.32)})`;
    return `<use href="#p_${size < 0.58 ? 'fir' : 'round'}" transform="${place}"/>`;
  });
  return floor + drawn.join('');
}

/** A massif: overlapping peaks, clipped to the area. */
function mountains(grid: Geometry, cells: readonly Position[], look: Look): string {
  if (!cells.length) return '';
  const area = grid.outline(cells, 0, 10);
  const floor = `<path d="${area}" fill="var(--mount)"/>`;
  if (look.small) return `${floor}<path d="${cells.map((cell) => peak(grid, cell)).join('')}" fill="var(--mount-2)"/>`;
  const peaks = cells.flatMap(([row, column]) => {
    const next = seeded(grid.bit([row, column]) + 3);
    const [x, y] = grid.corner([row, column]);
    const odd = (row + column) % 2;
    return [
      { x: x - 10 + (next() - 0.5) * 8, y: y - 14 + (next() - 0.5) * 8, size: 64 + next() * 12, art: odd },
      { x: x - 24 + next() * 10, y: y + 10 + (next() - 0.5) * 6, size: 56 + next() * 10, art: 1 - odd },
    ];
  });
  peaks.sort((a, b) => a.y - b.y);
  const drawn = peaks.map(({ x, y, size, art }) => {
    const side = Math.round(size);
    return (
      `<use href="#p-mount-${art ? 'b' : 'a'}" x="${Math.round(x)}" y="${Math.round(y)}"` +
      ` width="${side}" height="${side}"/>`
    );
  });
  return (
    `${floor}<clipPath id="${look.id}m"><path d="${area}"/></clipPath>` +
    `<g clip-path="url(#${look.id}m)">${drawn.join('')}</g>`
  );
}

function peak(grid: Geometry, cell: Position): string {
  const [x, y] = grid.corner(cell);
  return `M${x + 4} ${y + 42}l20-34 20 34z`;
}

/** The river under the buildings, or the narrower one over them. */
export function river({ view, grid }: Pick<Scene, 'view' | 'grid'>, over: boolean): string {
  if (!view.grid.river.length) return '';
  const d = bent(view.grid.river.map(grid.corner), 18);
  const stroke = (colour: string, width: number, more = ''): string =>
    `<path d="${d}" stroke="var(--${colour})" stroke-width="${width}"${more}/>`;
  const glint = ' stroke-dasharray="11 16 5 22" stroke-linecap="round" transform="translate(-1 -1)"';
  const second =
    ' stroke-dasharray="6 27 12 19" stroke-dashoffset="20" stroke-linecap="round"' +
    ' transform="translate(2.5 2)" opacity=".8"';
  const water = over ? stroke('bank', 12) + stroke('river', 8.6) : stroke('bank', 15) + stroke('river', 11.5);
  return (
    `<g fill="none"` +
    ` stroke-linejoin="round">${water}${stroke('river-2', 1.6, glint)}${over ? '' : stroke('river-2', 1.4, second)}` +
    `</g>`
  );
}
