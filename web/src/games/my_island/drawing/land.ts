/** The island without its tiles: sea, mountains, beach, heath, palms, rainforest. */
import { seeded } from '../../laying/drawing/seeded';
import { CELL, short, type Box, type Geometry, type Position } from '../../laying/grid/geometry';
import { has, mask } from '../../laying/grid/masks';
import type { Scene } from '../../laying/grid/scene';
import { crossings, partsOf } from '../../laying/grid/parts';
import { totemsOf } from './roads';
import { signed } from './signs';

/** Terrain that is one colour with a small drawing on every cell. */
const GROUNDS = ['beach', 'heath', 'palm'] as const;
const DENSE = ['rainforest', 'totem'] as const;

const ABOVE = 92; // the mountains and the first cells behind them
const AROUND = 12; // a part that is shown by itself

/** Sea on all sides, and room for the mountains behind the first row; less where there is more behind them. */
export function frame(grid: Geometry, small: boolean, part?: number): Box {
  const isApart = partsOf(grid).length > 1;
  const [side, top, bottom] = small ? [20, isApart ? 14 : 34, 30] : [36, isApart ? 26 : 64, 40];
  const all = { x: -side, y: -top, width: grid.width + 2 * side, height: grid.height + top + bottom };
  if (part === undefined || !isApart) return all;
  const y = islandTop(grid) - ABOVE;
  const island = { ...all, y, height: grid.height + bottom - y };
  return part === 0 ? island : nearer(grid, part, island.width / island.height);
}

/** A part with the cells that it touches elsewhere, in a box of this shape. */
function nearer(grid: Geometry, part: number, ratio: number): Box {
  const cells = partsOf(grid)[part] ?? [];
  const { x, y, width, height } = grid.box([...cells, ...crossings(grid, cells).map(([, there]) => there)]);
  const [w, h] = [width + 2 * AROUND, height + 2 * AROUND];
  const wide = Math.max(w, h * ratio);
  return { x: x - AROUND - (wide - w) / 2, y: y - AROUND, width: wide, height: wide / ratio };
}

/** The cells of the island itself, before the mountains. */
const island = (grid: Geometry): readonly Position[] => partsOf(grid)[0] ?? [];

/** Where its first row begins. */
export const islandTop = (grid: Geometry): number => grid.box(island(grid)).y;

export function land(scene: Scene): string {
  const { grid, ground, small } = scene;
  const of = (name: string): Position[] => grid.positions(mask(ground.layers[name]?.[0] ?? '0'));
  const all = island(grid);
  const under = underThings(scene);
  const areas = GROUNDS.map((name) => {
    const cells = [...of(name), ...under.filter((one) => one.name === name).map(({ cell }) => cell)];
    return `<path d="${grid.outline(cells, -0.4, 0)}" fill="var(--${name})"/>`;
  }).join('');
  const forest = DENSE.flatMap(of);
  const dark = [...forest, ...under.filter(({ name }) => name === 'rainforest').map(({ cell }) => cell)];
  const floor = `<path d="${grid.outline(dark, -0.4, 0)}" fill="var(--jungle)"/>`;
  const lines =
    `<path d="${all.map((cell) => grid.outline([cell], 0, 0)).join('')}" fill="none"` +
    ` stroke="var(--cell-line)" stroke-width="${small ? 1.6 : 1.2}"/>`;
  const printed = new Set(signed(scene).map(String));
  const things = small
    ? ''
    : GROUNDS.map((name) =>
        of(name)
          .filter((cell) => !printed.has(String(cell)))
          .map((cell) => growth(grid, name, cell))
          .join(''),
      ).join('');
  const crowns = small ? '' : canopy(grid, forest, new Set(of('totem').map(String)));
  if (scene.part) return [areas, floor, lines, things, crowns].join('');
  return [
    sea(grid, all, small),
    small || printed.size ? '' : boats(grid),
    mountains(grid, small),
    areas,
    floor,
    lines,
    things,
    crowns,
    small ? '' : rows(grid),
  ].join('');
}

/** Cells on which something stands that is no land: each has the ground of most of its neighbours. */
function underThings({ grid, ground }: Scene): { cell: Position; name: string }[] {
  const land = [...GROUNDS, 'rainforest'] as const;
  const layers = land.map((name) => [name, mask(ground.layers[name]?.[0] ?? '0')] as const);
  const covered = layers.reduce((cells, [, set]) => cells | set, mask(ground.layers['totem']?.[0] ?? '0'));
  const bare = island(grid).filter((cell) => !has(covered, grid.bit(cell)));
  return bare.map((cell) => {
    const near = grid.neighbours(cell).map((other) => grid.bit(other));
    const most = layers
      .map(([name, set]) => ({ name, n: near.filter((bit) => bit >= 0 && has(set, bit)).length }))
      .sort((a, b) => b.n - a.n)[0];
    return { cell, name: most?.name ?? 'heath' };
  });
}

/** Three rings of shallow water, foam at the shore, waves further out. */
function sea(grid: Geometry, all: readonly Position[], small: boolean): string {
  const { x, y, width, height } = frame(grid, small);
  const water = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="var(--sea)"/>`;
  const shore = grid.outline(all, 0, 9);
  const ring = (colour: string, wide: number, more = ''): string =>
    `<path d="${shore}" fill="none" stroke="${colour}" stroke-width="${wide}" stroke-linejoin="round"${more}/>`;
  if (small) return water + ring('var(--sea-2)', 18);
  const foam = ' stroke-dasharray="25 10 11 8" opacity=".6" transform="translate(0 1)"';
  return (
    water + waves(grid) + ring('var(--sea-2)', 44, ' opacity=".5"') + ring('var(--sea-2)', 22) + ring('#fff', 4.5, foam)
  );
}

function waves(grid: Geometry): string {
  const next = seeded(5);
  const { x, y, width, height } = frame(grid, false);
  const d = Array.from(
    { length: 80 },
    () => `M${Math.round(x + next() * width)} ${Math.round(y + next() * height)}q4-4 8 0q4 4 8 0`,
  ).join('');
  return `<path d="${d}" fill="none" stroke="var(--sea-3)" stroke-width="1.5" stroke-linecap="round" opacity=".75"/>`;
}

/** Two boats where the sea is widest. */
function boats(grid: Geometry): string {
  const boat = (x: number, y: number, size: number): string =>
    `<use href="#i-boat" x="${short(x)}" y="${short(y)}" width="${size}" height="${size}" opacity=".92"/>`;
  return boat(46, grid.height - 62, 40) + boat(grid.width - 74, grid.height - 104, 28);
}

/** A frieze of peaks behind the first row, those further away first. */
function mountains(grid: Geometry, small: boolean): string {
  const [left, right, top] = [-CELL * 0.35, grid.width + CELL * 0.35, islandTop(grid)];
  if (small)
    return (
      `<path` +
      ` d="M${short(left)} ${short(top + 14)}v-26l24-10 30 8 36-10 40 10 44-8H${short(right - 90)}` +
      `l40 8 34-6 16 10V${short(top + 14)}z" fill="var(--mount-2)"/>`
    );
  const next = seeded(11);
  const range = (n: number, y: number, least: number): string =>
    Array.from({ length: n }, (_, i) => {
      const size = Math.round(least + next() * 16);
      const x = left + ((right - left - size) * i) / (n - 1) + (next() - 0.5) * 8;
      return (
        `<use href="#p-mount-${i % 2 ? 'b' : 'a'}" x="${Math.round(x)}"` +
        ` y="${Math.round(y - (size - least) * 0.9)}" width="${size}" height="${size}"/>`
      );
    }).join('');
  return range(15, top - 46, 52) + range(18, top - 42, 60);
}

/** A shell, a tuft, a palm; every other one mirrored and none quite in the middle. */
function growth(grid: Geometry, name: string, cell: Position): string {
  const next = seeded(grid.bit(cell) + 17);
  const [x, y] = grid.middle(cell);
  const [left, top] = [x - 20 + (next() - 0.5) * 5, y - 20 + (next() - 0.5) * 4];
  const mirror = next() < 0.5 ? ` transform="translate(${short(2 * left + 40)} 0)scale(-1 1)"` : '';
  return `<use href="#i-${name}" x="${short(left)}" y="${short(top)}" width="40" height="40"${mirror}/>`;
}

/** Crowns of the rainforest, those behind first; before a totem it is clear. */
function canopy(grid: Geometry, cells: readonly Position[], totems: ReadonlySet<string>): string {
  const crowns = cells.flatMap((cell) => {
    const next = seeded(grid.bit(cell) + 41);
    const [x, y] = grid.middle(cell);
    return Array.from({ length: 8 }, (_, i) => {
      const [angle, far] = [i * 0.785 + next() * 0.6, i % 2 ? 17 : 8.5];
      return {
        x: x + Math.cos(angle) * far,
        y: y + Math.sin(angle) * far,
        r: 6.2 + next() * 3.2,
        light: next() < 0.45,
      };
    }).filter((crown) => !totems.has(String(cell)) || crown.y < y - 3);
  });
  crowns.sort((a, b) => a.y - b.y);
  const leaves = crowns
    .map(
      ({ x, y, r, light }) =>
        `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="var(--jungle${light ? '-3' : ''})"/>`,
    )
    .join('');
  const shine = crowns
    .filter(({ light }) => light)
    .map(
      ({ x, y, r }) =>
        `M${short(x - r * 0.55)} ${short(y - r * 0.2)}` +
        `q${short(r * 0.2)}-${short(r * 0.5)} ${short(r * 0.7)}-${short(r * 0.5)}`,
    );
  return (
    `<g stroke="var(--jungle-2)" stroke-width="1">${leaves}</g>` +
    `<path d="${shine.join('')}" fill="none" stroke="#a9d0a0" stroke-width="1.2"` +
    ` stroke-linecap="round" opacity=".55"/>`
  );
}

/** The number of each row, in the water at its left. */
function rows(grid: Geometry): string {
  const first = new Map(
    grid
      .positions(grid.cells)
      .reverse()
      .map((cell) => [cell[0], cell]),
  );
  return [...first.values()]
    .map((cell) => {
      const [x, y] = grid.corner(cell);
      const far = cell[0] < 0 ? 20 : 8; // cells behind the mountains have a rim of rock
      return (
        `<text x="${short(x - far)}" y="${short(y + 32)}" text-anchor="end"` +
        ` font-family="var(--sans)" font-weight="600" font-size="11" fill="var(--ink)"` +
        ` opacity=".55">${cell[0]}</text>`
      );
    })
    .join('');
}

/** Totems stand taller than their hexes, in front of what lies behind them. */
export function totems(scene: Scene): string {
  const { grid, small } = scene;
  return totemsOf(scene)
    .map((cell) => {
      const [x, y] = grid.middle(cell);
      if (small) return `<use href="#i-totem" x="${short(x - 34)}" y="${short(y - 46)}" width="68" height="70"/>`;
      const clearing =
        `<ellipse cx="${short(x)}" cy="${short(y + 13)}" rx="17" ry="8" fill="var(--palm)"` +
        ` stroke="var(--jungle-2)" stroke-width="1.3"/>`;
      return `${clearing}<use href="#i-totem" x="${short(x - 24)}" y="${short(y - 31)}" width="48" height="50"/>`;
    })
    .join('');
}
