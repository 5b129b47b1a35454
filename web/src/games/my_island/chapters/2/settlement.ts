/** The settlement: plots behind hedges, the hearth and its smoke, huts beside the boats. */
import { seeded } from '../../../laying/drawing/seeded';
import { short, type Geometry, type Position } from '../../../laying/grid/geometry';
import { has, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import { at, corners, layer, on, since, stuck } from '../../drawing/place';
import { joined } from '../../drawing/roads';
import { ROAD, SYMBOLS } from '../../drawing/symbols';

const HOUSE = 'plot:H';

/** Every plot: its soil and symbol, and a hedge all around. */
export function plots(scene: Scene): string {
  return layer(scene, 'plot')
    .map((cell) => plot(scene, cell))
    .join('');
}

function plot(scene: Scene, cell: Position): string {
  const { grid, small } = scene;
  const symbol = symbolAt(scene, cell);
  const name = SYMBOLS[symbol];
  if (!name) return '';
  const soil =
    `<path d="${grid.outline([cell], 2, 7)}" fill="var(--${symbol.toLowerCase()})"/>` +
    (small ? '' : `<path d="${grid.outline([cell], 4, 6)}" fill="rgba(255,250,235,.22)"/>`);
  const covered = symbol === ROAD && joined(scene, cell);
  const shown = covered ? '' : on(grid, cell, small ? `${name}-s` : name, small ? 34 : 31);
  return soil + shown + hedge(grid, cell, small);
}

const PLOT = 'plot:';

/** What a plot shows: what its sticker says, or the symbol that counts there. */
function symbolAt({ view, grid, board }: Scene, cell: Position): string {
  const bit = grid.bit(cell);
  const sticker = board.brought.stickers.find(([name, where]) => name.startsWith(PLOT) && where === grid.name(cell));
  if (sticker) return sticker[0].slice(PLOT.length);
  return view.kinds.find((kind, k) => kind in SYMBOLS && has(mask(board.marks[k] ?? '0'), bit)) ?? '';
}

const BUSHES = 4; // to a side

function hedge(grid: Geometry, cell: Position, small: boolean): string {
  const edge = grid.outline([cell], 3.2, 5);
  if (small)
    return (
      `<path d="${edge}" fill="none" stroke="var(--jungle-2)" stroke-width="8"/>` +
      `<path d="${edge}" fill="none" stroke="var(--palm-2)" stroke-width="4.5"/>`
    );
  const next = seeded(grid.bit(cell) + 71);
  const [loop = []] = grid.loops([cell], 3.6);
  const bushes = loop.flatMap(([x, y], i) => {
    const [a, b] = loop[(i + 1) % loop.length] ?? [x, y];
    return Array.from({ length: BUSHES }, (_, n) => {
      const part = n / BUSHES;
      const at = `cx="${short(x + (a - x) * part)}" cy="${short(y + (b - y) * part)}"`;
      return `<circle ${at} r="${short(3 + next() * 1.1)}"/>`;
    });
  });
  return `<g fill="var(--palm-2)" stroke="var(--jungle-2)" stroke-width="1.1">${bushes.join('')}</g>`;
}

const ROOM = 18; // above the first row of a small board, less what the smoke begins below its end

/** Smoke over every house that stays; it rises over whatever stands behind. */
export function smoking(scene: Scene): string {
  const { grid, small } = scene;
  return stuck(scene, (name) => name === HOUSE)
    .map((cell) => {
      const [x, y] = grid.middle(cell);
      return smoke(x + 6, y - 9, Math.min(small ? 0.7 : 0.62, (y + ROOM) / 96));
    })
    .join('');
}

function smoke(x: number, y: number, scale: number): string {
  const [width, height] = [short(48 * scale), short(96 * scale)];
  const place = `x="${short(x - 24 * scale)}" y="${short(y - 96 * scale)}"`;
  return `<use href="#i-smoke" ${place} width="${width}" height="${height}"/>`;
}

/** Beside the boats: a hut, then more of them, at last a palisade. */
export function camp(scene: Scene): string {
  if (!since(4, scene)) return '';
  const { grid, small } = scene;
  const [x, y] = corners(grid).left;
  const size = small ? 58 : 46;
  const parts = [
    since(6, scene) ? palisade(x, y) : '',
    at([x - 26, y - 18], 'hut', size),
    since(5, scene) ? at([x + 10, y - 24], 'hut', size) + at([x + 38, y - 10], 'hut', size * 0.8) : '',
    since(5, scene) ? smoke(x - 20, y - 34, 0.72) + smoke(x + 18, y - 40, 0.5) : '',
  ];
  return parts.join('');
}

function palisade(x: number, y: number): string {
  const stakes = Array.from({ length: 10 }, (_, i) => {
    const [a, b] = [x - 54 + i * 12, y + 2 - Math.sin((i / 9) * Math.PI) * 18];
    return `M${short(a - 4)} ${short(b)}v-11l4-5 4 5v11z`;
  });
  return (
    `<path d="${stakes.join('')}" fill="var(--wood)" stroke="var(--wood-ink)"` +
    ` stroke-width="1.4" stroke-linejoin="round"/>`
  );
}
