/** The forms that a picture's text may name, each with its numbers and paints. */
import type { Forms } from './compose';
import {
  awning,
  block,
  box,
  bush,
  disc,
  door,
  fir,
  flag,
  flat,
  gable,
  GLASS,
  GROUND,
  INK,
  pane,
  panes,
  shape,
  smoke,
  stroke,
  tree,
  WALL,
} from './strokes';

const LEAF = 'var(--pc-leaf)';
const round = (n: number): number => Math.round(n * 10) / 10;
const times = (n: number, part: (i: number) => string): string => Array.from({ length: n }, (_, i) => part(i)).join('');

/** A point on a circle, by the angle from the top. */
function at(x: number, y: number, r: number, angle: number): string {
  const turned = (angle * Math.PI) / 180;
  return `${round(x + r * Math.sin(turned))} ${round(y - r * Math.cos(turned))}`;
}

const ring = (x: number, y: number, r: number, paint: string, width = 1.4): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${paint}" stroke-width="${width}"/>`;

const wheel = (x: number, y: number, r: number): string =>
  disc(x, y, r, INK) + `<circle cx="${x}" cy="${y}" r="${round(r * 0.4)}" fill="${WALL}" stroke="none"/>`;

function gear(x: number, y: number, r: number, teeth: number, paint: string): string {
  const step = 360 / teeth;
  const points = times(teeth, (i) => {
    const corner = (reach: number, share: number): string => `L${at(x, y, r * reach, (i + share) * step)}`;
    return corner(1, 0) + corner(1, 0.4) + corner(0.8, 0.5) + corner(0.8, 0.9);
  });
  return shape(`M${points.slice(1)}z`, paint);
}

/** A round-headed opening from the ground up. */
const arch = (x: number, width: number, height: number, paint: string): string =>
  shape(
    `M${x} ${GROUND}v${width / 2 - height}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}z`,
    paint,
  );

const arches = (x: number, top: number, many: number, step: number): string =>
  times(many, (i) => arch(x + i * step, step - 5, GROUND - top, GLASS));

/** High windows with round heads. */
const tall = (x: number, y: number, many: number, step: number, width: number, height: number): string =>
  times(many, (i) =>
    shape(`M${x + i * step} ${y + height}v${-height + 5}a${width / 2} 5 0 0 1 ${width} 0v${height - 5}z`, GLASS),
  );

const columns = (
  x: number,
  y: number,
  many: number,
  step: number,
  width: number,
  height: number,
  paint: string,
): string => times(many, (i) => box(x + i * step, y, width, height, paint));

const picket = (x: number, many: number): string =>
  times(many, (i) => shape(`M${x + i * 6} ${GROUND}v-8l2-2 2 2v8z`, WALL));

const cypress = (x: number, height: number): string =>
  shape(
    `M${x} ${GROUND - height}c6 10 7 ${height - 16} 3 ${height - 4}h-6c-4-12-3-${height - 14} 3-${height - 4}z`,
    LEAF,
  );

/** The joints of a brick wall. */
function bricks(x: number, y: number, width: number, height: number): string {
  const rows = Math.floor((height - 2) / 6);
  const joints = times(rows, (row) => {
    const line = y + (row + 1) * 6;
    const shift = row % 2 ? 4 : 9;
    return (
      `M${x} ${line}h${width}` + times(Math.floor((width - shift) / 10), (i) => `M${x + shift + i * 10} ${line}v-6`)
    );
  });
  return `<path d="${joints}" fill="none" stroke="var(--pc-joint)" stroke-width=".8"/>`;
}

/** Water in front, down to the foot of the picture. */
const water = (x: number, width: number, y: number): string =>
  shape(
    `M${x} ${y}q${width / 8}-3 ${width / 4} 0` +
      `t${width / 4} 0`.repeat(3) +
      `V73a6 6 0 0 1-6 6h${12 - width}a6 6 0 0 1-6-6z`,
    'var(--pc-water)',
  );

const bloom = (x: number, y: number, paint: string, r = 3.4): string =>
  stroke(`M${x} ${GROUND}V${y}`, 'var(--pc-leaf-ink)', 1.4) +
  disc(x, y, r, paint) +
  `<circle cx="${x}" cy="${y}" r="${round(r * 0.4)}" fill="var(--pc-gold-2)" stroke="none"/>`;

/** Four sails of a windmill. */
const sails = (x: number, y: number, r: number, angle: number): string =>
  [0, 90, 180, 270]
    .map(
      (turn) =>
        `<g transform="translate(${x} ${y}) rotate(${turn + angle})"><path d="M-1 0h2v-${r}h-2z" fill="${INK}"/>` +
        `<rect x="1" y="-${r}" width="7" height="${r - 8}" fill="${WALL}"/></g>`,
    )
    .join('') + disc(x, y, 2.6, INK);

/** A mast with three blades. */
const turbine = (x: number, height: number, r: number, angle: number): string =>
  shape(`M${x - 2.2} ${GROUND}l1.4-${height}h1.6l1.4 ${height}z`, WALL) +
  [0, 120, 240]
    .map(
      (turn) =>
        `<path d="M0 0q${round(r * 0.24)}-${r / 2} 0-${r}q-${round(r * 0.16)} ${r / 2} 0 ${r}" fill="${WALL}"` +
        ` transform="translate(${x} ${GROUND - height}) rotate(${turn + angle})"/>`,
    )
    .join('') +
  disc(x, GROUND - height, 2.2, INK);

/** A wheel with cabins. */
function ferris(x: number, y: number, r: number, paint: string): string {
  const paints = ['var(--pc-brick)', paint, 'var(--pc-slate)', 'var(--pc-leaf-2)'];
  const angles = [0, 45, 90, 135, 180, 225, 270, 315];
  const cabin = (angle: number, i: number): string => {
    const [cx = 0, cy = 0] = at(x, y, r, angle).split(' ').map(Number);
    return box(cx - 4, cy - 1, 8, 7, paints[i % 4] ?? paint);
  };
  return (
    stroke(angles.map((angle) => `M${x} ${y}L${at(x, y, r, angle)}`).join(''), INK, 1) +
    ring(x, y, r, paint, 3) +
    ring(x, y, r * 0.6, INK, 0.9) +
    angles.map(cabin).join('') +
    disc(x, y, 4, paint)
  );
}

/** A water wheel. */
const spokes = (x: number, y: number, r: number, paint: string): string => {
  const angles = [0, 45, 90, 135, 180, 225, 270, 315];
  return (
    stroke(angles.map((angle) => `M${x} ${y}L${at(x, y, r + 3, angle)}`).join(''), paint, 2.6) +
    ring(x, y, r, paint, 4) +
    ring(x, y, r + 2, INK, 0.8) +
    ring(x, y, r * 0.55, paint, 2.4) +
    disc(x, y, 3.4, INK)
  );
};

const tomato = (x: number): string =>
  stroke(`M${x} ${GROUND}v-24`, LEAF, 1.8) +
  disc(x - 3, 54, 2.6, 'var(--pc-brick)') +
  disc(x + 3, 60, 2.6, 'var(--pc-brick)') +
  disc(x - 3, 65, 2.6, 'var(--pc-brick)');

/** A bell-shaped container for bottles and paper. */
const bell = (x: number, paint: string): string =>
  shape(`M${x - 13} ${GROUND}V50q0-16 13-16t13 16v22z`, paint) + disc(x, 46, 4, INK) + stroke(`M${x} 34v-4`, INK, 2.4);

/** Three arrows that chase each other. */
const arrows = (x: number, y: number, r: number): string =>
  [0, 120, 240]
    .map(
      (turn) =>
        `<g transform="rotate(${turn} ${x} ${y})">` +
        stroke(`M${at(x, y, r, 10)}A${r} ${r} 0 0 1 ${at(x, y, r, 80)}`, 'var(--pc-leaf)', 4.4) +
        flat(`M${at(x, y, r - 6, 82)}L${at(x, y, r + 6, 82)}L${at(x, y, r, 112)}z`, 'var(--pc-leaf)') +
        `</g>`,
    )
    .join('');

export const FORMS: Forms = {
  arch,
  arches,
  arrows,
  awning,
  bell,
  block,
  bloom,
  box,
  bricks,
  bush,
  columns,
  cypress,
  disc,
  door,
  ferris,
  fir,
  flag,
  gable,
  gear,
  pane,
  panes,
  picket,
  ring,
  sails,
  smoke,
  spokes,
  tall,
  tomato,
  tree,
  turbine,
  water,
  wheel,
};
