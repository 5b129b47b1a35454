/** Walls, roofs, windows and trees. A picture is 112 wide, its ground lies at y = 72. */

export const GROUND = 72;
export const WALL = 'var(--pc-wall)';
export const INK = 'var(--pc-ink)';
export const GLASS = 'var(--pc-glass)';

/** A filled shape with the outline that its group gives. */
export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

/** A line that is nothing but a line. */
export const stroke = (d: string, colour = INK, width = 1.4): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

export const flat = (d: string, fill: string): string => `<path d="${d}" fill="${fill}" stroke="none"/>`;

export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** From the ground up. */
export const block = (x: number, width: number, height: number, fill = WALL): string =>
  box(x, GROUND - height, width, height, fill);

export const pane = (x: number, y: number, width = 6, height = 7): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="1" fill="${GLASS}" stroke-width="1"/>`;

/** Windows in rows, evenly over a wall. */
export function panes(
  x: number,
  y: number,
  across: number,
  down: number,
  stepX: number,
  stepY: number,
  width = 5,
  height = 6,
): string {
  let out = '';
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) out += pane(x + column * stepX, y + row * stepY, width, height);
  return out;
}

export const door = (x: number, width = 6, height = 10, fill = INK): string =>
  `<path d="M${x} ${GROUND}v${3 - height}a${width / 2} 3 0 0 1 ${width} 0v${height - 3}z"` +
  ` fill="${fill}" stroke-width="1"/>`;

/** A gable over a wall, with eaves. */
export const gable = (x: number, width: number, base: number, rise: number, fill: string): string =>
  shape(`M${x - 3} ${base}L${x + width / 2} ${base - rise}L${x + width + 3} ${base}z`, fill);

export function tree(x: number, r = 8, fill = 'var(--pc-leaf)'): string {
  return (
    stroke(`M${x} ${GROUND}v${-r}`, 'var(--pc-trunk)', 2.6) +
    disc(x, GROUND - r * 1.7, r, fill) +
    `<circle cx="${x - r * 0.3}" cy="${GROUND - r * 2}" r="${r * 0.34}" fill="var(--pc-leaf-2)" stroke="none"/>`
  );
}

export const fir = (x: number, height = 22): string =>
  stroke(`M${x} ${GROUND}v-5`, 'var(--pc-trunk)', 2.6) +
  shape(
    `M${x} ${GROUND - height}l${height * 0.24} ${height * 0.42}h-3l${height * 0.16} ${height * 0.36}` +
      `h${-height * 0.8 + 6}l${height * 0.16} ${-height * 0.36}h-3z`,
    'var(--pc-fir)',
  );

export const bush = (x: number, width: number, fill: string, y = GROUND): string =>
  shape(
    `M${x} ${y}c-1-${width * 0.5} ${width * 0.3}-${width * 0.55} ${width * 0.4}-${width * 0.3}` +
      `c${width * 0.1}-${width * 0.3} ${width * 0.6}-${width * 0.2} ${width * 0.6} ${width * 0.3}z`,
    fill,
  );

export const flag = (x: number, y: number, fill: string): string =>
  stroke(`M${x} ${y}v-11`) + shape(`M${x} ${y - 11}l9 2.600-9 2.800z`, fill);

/** Smoke that curls from a chimney's mouth. */
export const smoke = (x: number, y: number): string =>
  `<path d="M${x} ${y}q-5-5 2-8t3-9" fill="none" stroke="var(--pc-smoke)" stroke-width="4" stroke-linecap="round"/>`;

export const cloud = (x: number, y: number): string =>
  flat(`M${x} ${y}a4 4 0 0 1 4-4.500a6 6 0 0 1 11-1a4.500 4.500 0 0 1 5 5.500z`, 'var(--pc-cloud)');

/** Stripes of an awning. */
export function awning(x: number, y: number, width: number, fill: string, step = 8): string {
  const many = Math.max(2, Math.round(width / step));
  const each = width / many;
  let out = '';
  for (let i = 0; i < many; i++)
    out += shape(`M${x + i * each} ${y}h${each}v6a${each / 2} ${each / 2} 0 0 1-${each} 0z`, i % 2 ? WALL : fill);
  return out;
}
