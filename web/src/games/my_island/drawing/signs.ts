/** Signs printed on the board from the first day; they mean nothing until their episode comes. */
import { short, type Position } from '../../laying/grid/geometry';
import { has, mask } from '../../laying/grid/masks';
import type { Scene } from '../../laying/grid/scene';
import type { Hex } from '../../laying/view';

/** Small drawings around (0, 0); whatever else is printed stands there as it is written. */
const GLYPHS: Readonly<Record<string, string>> = {
  T: 'M-9 6h5V2h4v-4h4v-4h4',
  i: 'M-9 0q9-9 18 0q-9 9-18 0zM0-2.4a2.4 2.4 0 1 0 .01 0z',
  x: 'M-6-6 6 6M6-6-6 6',
  A: 'M0-8V7M-4-4H4M-8 1q1 7 8 7t8-7M0-8a1.8 1.8 0 1 0 .01 0z',
  L: 'M-4 8 -2.5-3h5L4 8zM-4-3h8M0-4V-8M-9-7l4 1.5M9-7 5-5.5',
  M: 'M-7 7V-4h3.5V7M3.5 7V-4H7V7M-9-5H9',
};

export function signCells({ view, grid }: Pick<Scene, 'view' | 'grid'>, glyph: string): Position[] {
  return grid.positions(mask(view.grid.signs?.[glyph] ?? '0'));
}

/** The cells with a sign of any kind. */
export const signed = (scene: Pick<Scene, 'view' | 'grid'>): Position[] =>
  Object.keys(scene.view.grid.signs ?? {}).flatMap((glyph) => signCells(scene, glyph));

/** Faint, where nothing lies or stands. */
export function signs(scene: Scene): string {
  const { view, grid, board, ground, small } = scene;
  if (small) return '';
  const bare = mask(board.clear) & land(ground.layers);
  const drawn = Object.entries(view.grid.signs ?? {}).flatMap(([glyph, cells]) =>
    grid.positions(mask(cells) & bare).map((cell) => sign(scene, glyph, cell)),
  );
  return drawn.length
    ? `<g fill="none" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>`
    : '';
}

const LAND = ['beach', 'heath', 'palm', 'rainforest'] as const;

const land = (layers: Record<string, Hex[]>): bigint =>
  LAND.reduce((cells, name) => cells | mask(layers[name]?.[0] ?? '0'), 0n);

function sign({ grid, ground }: Scene, glyph: string, cell: Position): string {
  const [x, y] = grid.middle(cell);
  const dark = has(mask(ground.layers['rainforest']?.[0] ?? '0'), grid.bit(cell));
  const ink = dark ? 'var(--beach)' : 'var(--wood-ink)';
  const d = GLYPHS[glyph];
  const disc =
    `<circle r="11.5" fill="var(--${dark ? 'jungle-2' : 'beach'})" stroke="none"` + ` opacity="${dark ? 0.75 : 0.6}"/>`;
  const art = d
    ? `<path d="${d}" stroke="${ink}"/>`
    : `<text y="6" text-anchor="middle" font-family="var(--serif)" font-weight="700" font-size="17"` +
      ` fill="${ink}">${glyph.slice(0, 1)}</text>`;
  return `<g transform="translate(${short(x)} ${short(y)})" opacity=".85">${disc}${art}</g>`;
}
