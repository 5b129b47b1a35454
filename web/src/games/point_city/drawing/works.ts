/** Buildings that bring a resource for good: five kinds, three sizes. */
import {
  awning,
  block,
  box,
  bush,
  cloud,
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
  ridge,
  SHADE,
  shape,
  smoke,
  stroke,
  tree,
  WALL,
} from './strokes';

type Picture = (colour: string, turn: number) => string;

const cottage: Picture = (colour, turn) => {
  const side = turn % 3 === 1;
  const roof = side ? ridge(38, 40, 48, 17, colour) : gable(40, 34, 50, 20, colour);
  const wall = side ? block(38, 40, 24) : block(40, 34, 22);
  const chimney = box(side ? 64 : 62, 30, 6, 12, SHADE) + smoke(side ? 67 : 65, 27);
  const picket = [10, 16, 22, 28].map((x) => shape(`M${x} ${GROUND}v-8l2-2 2 2v8z`, WALL)).join('');
  return (
    chimney +
    wall +
    roof +
    (side
      ? pane(44, 54, 8, 8) + pane(66, 54, 7, 8) + door(56, 7, 13, colour)
      : pane(45, 55, 8, 8) + door(60, 7, 13, colour)) +
    (turn % 2 ? picket : bush(14, 18, 'var(--pc-leaf)')) +
    tree(92, 7 + (turn % 3))
  );
};

const terrace: Picture = (colour, turn) =>
  block(10, 28, 32) +
  gable(10, 28, 40, 14, colour) +
  panes(15, 44, 2, 2, 11, 11, 6, 7) +
  door(30, 6, 10) +
  block(40, 30, 44) +
  (turn % 2 ? shape('M38 28h5v-5h5v-5h14v5h5v5h5z', colour) : shape('M37 28l5-12h26l5 12z', colour)) +
  panes(45, 33, 3, 2, 8, 12, 5, 8) +
  stroke('M43 55h24', INK, 1.6) +
  door(52, 7, 12, colour) +
  block(72, 28, 28) +
  ridge(72, 28, 44, 12, colour) +
  panes(77, 49, 2, 1, 11, 0, 7, 8) +
  door(84, 6, 10) +
  (turn % 3 ? tree(106, 4) : '') +
  box(78, 28, 5, 8, SHADE);

const towers: Picture = (colour, turn) => {
  const [a, b] = turn % 2 ? [52, 40] : [40, 54];
  return (
    block(6, 24, 30) +
    box(4, 40, 28, 4, colour) +
    panes(10, 48, 2, 2, 9, 11, 5, 7) +
    block(32, 24, a) +
    box(30, 70 - a, 28, 4, colour) +
    panes(36, 78 - a, 2, Math.floor((a - 12) / 9), 10, 9, 6, 5) +
    block(58, 24, b) +
    gable(58, 24, GROUND - b, 8, colour) +
    panes(62, 77 - b, 2, Math.floor((b - 12) / 9), 10, 9, 6, 5) +
    block(84, 22, 36) +
    box(82, 34, 26, 4, colour) +
    panes(88, 42, 2, 2, 8, 10, 5, 6) +
    bush(86, 9, 'var(--pc-leaf)', 34) +
    door(41, 6, 9) +
    door(67, 6, 9)
  );
};

const stall: Picture = (colour, turn) =>
  stroke('M36 72V40M76 72V40', 'var(--pc-wood-ink)', 2.4) +
  box(38, 44, 36, 14, SHADE) +
  awning(32, 36, 48, colour) +
  box(31, 32, 50, 5, colour) +
  box(34, 58, 44, 14, 'var(--pc-wood-2)') +
  stroke('M34 64h44', 'var(--pc-wood-ink)', 1) +
  [40, 47, 54, 61, 68]
    .map((x, i) =>
      disc(
        x + 2,
        56 - (i % 2),
        3,
        ['var(--pc-brick)', 'var(--pc-gold)', 'var(--pc-leaf-2)'][(i + turn) % 3] ?? 'var(--pc-brick)',
      ),
    )
    .join('') +
  (turn % 2 ? box(84, 62, 12, 10, 'var(--pc-wood)') + stroke('M84 67h12', 'var(--pc-wood-ink)', 1) : tree(96, 7)) +
  tree(16, 6 + (turn % 3));

const shop: Picture = (colour, turn) =>
  block(24, 64, 46) +
  box(21, 22, 70, 6, colour) +
  panes(30, 31, 4, 1, 14, 0, 8, 9) +
  awning(22, 44, 68, colour, 8.5) +
  box(29, 55, 22, 17, GLASS) +
  stroke('M40 55v17', INK, 1) +
  box(62, 55, 20, 17, GLASS) +
  door(53, 7, 15, colour) +
  (turn % 2
    ? box(44, 13, 24, 9, colour) + stroke('M48 17.500h16', WALL, 1.6)
    : box(70, 12, 8, 10, SHADE) + gable(32, 18, 22, 8, colour)) +
  tree(12, 6) +
  tree(102, 5 + (turn % 2));

const hall: Picture = (colour, turn) =>
  shape('M10 44a46 30 0 0 1 92 0z', colour) +
  shape('M22 44a34 21 0 0 1 68 0z', GLASS) +
  stroke('M39 44V27M56 44V23M73 44V27M27 36h58', INK, 1.1) +
  box(8, 44, 96, 6, colour) +
  block(12, 88, 22) +
  [16, 33, 50, 67, 84].map((x) => shape(`M${x} 72V60a6 6 0 0 1 12 0v12z`, GLASS)).join('') +
  flag(56, 15, 'var(--pc-brick)') +
  (turn % 2 ? flag(20, 36, 'var(--pc-gold)') + flag(92, 36, 'var(--pc-gold)') : '');

/** A wheel of three blades on a mast. */
const mill = (x: number, height: number, r: number, turn: number): string =>
  shape(`M${x - 2.4} ${GROUND}l1.600-${height}h1.600l1.600 ${height}z`, WALL) +
  [20, 140, 260]
    .map(
      (angle) =>
        `<path d="M0 0q${r * 0.2}-${r * 0.5} 0-${r}q-${r * 0.15} ${r * 0.5} 0 ${r}"` +
        ` transform="translate(${x} ${GROUND - height}) rotate(${angle + turn * 23})"` +
        ` fill="${WALL}"/>`,
    )
    .join('') +
  disc(x, GROUND - height, 2.4, INK);

const windmill: Picture = (colour, turn) =>
  turn % 2
    ? mill(36, 42, 20, turn) +
      block(58, 36, 18) +
      gable(58, 36, 54, 12, colour) +
      pane(63, 58, 8, 8) +
      door(80, 8, 12) +
      flat('M72 43l-4 6h3l-1 5 5-7h-3z', WALL) +
      tree(12, 6)
    : shape('M30 72l5-38h20l5 38z', WALL) +
      shape('M33 36a12 10 0 0 1 24 0z', colour) +
      [45, 135, 225, 315]
        .map(
          (angle) =>
            `<g transform="translate(45 34) rotate(${angle + turn * 11})">` +
            `<path d="M-1 0h2v-26h-2z" fill="${INK}"/>` +
            `<rect x="1" y="-26" width="6" height="18" fill="${WALL}"/></g>`,
        )
        .join('') +
      disc(45, 34, 2.6, colour) +
      door(41, 8, 12) +
      block(72, 24, 15) +
      gable(72, 24, 57, 10, colour) +
      pane(80, 61, 8, 6) +
      bush(14, 14, 'var(--pc-leaf)');

const solar: Picture = (colour, turn) =>
  mill(24, 50, 20, turn) +
  block(44, 58, 18) +
  shape('M39 54l12-20h56l-4 20z', 'var(--pc-slate)') +
  stroke('M47 41h58M43 48h61M62 34l-7 20M77 34l-4 20M92 34l-2 20', '#dcecf7', 1.2) +
  box(86, 24, 7, 10, colour) +
  pane(50, 59) +
  pane(62, 59) +
  door(78, 9, 12, colour) +
  pane(92, 59) +
  (turn % 2 ? bush(2, 14, 'var(--pc-leaf)') : fir(9, 20));

const station: Picture = (colour, turn) =>
  shape('M66 72c5-14 5-26 1-40h32c-4 14-4 26 1 40z', WALL) +
  stroke('M70 44h26', colour, 4) +
  shape('M67 32a16 4 0 0 1 32 0a16 4 0 0 1-32 0z', SHADE) +
  smoke(80, 27) +
  smoke(89, 25) +
  block(8, 52, 28) +
  box(6, 40, 56, 5, colour) +
  panes(13, 49, 4, 1, 12, 0, 8, 8) +
  door(28, 12, 12, colour) +
  flat('M30 24l-8 11h6l-3 9 11-13h-7z', colour) +
  stroke('M30 24l-8 11h6l-3 9 11-13h-7z', INK, 1) +
  (turn % 2 ? mill(108, 36, 13, turn) : tree(106, 5));

const smithy: Picture = (colour, turn) =>
  box(68, 24, 9, 24, colour) +
  smoke(72, 21) +
  block(30, 52, 24) +
  ridge(30, 52, 48, 14, colour) +
  shape('M38 72V58a9 8 0 0 1 18 0v14z', INK) +
  flat('M42 72c-2-6 3-7 3-12 4 3 6 8 3 12z', 'var(--pc-gold)') +
  pane(64, 55, 11, 8) +
  (turn % 2
    ? box(12, 62, 14, 10, 'var(--pc-wood)') + stroke('M12 67h14', 'var(--pc-wood-ink)', 1)
    : disc(14, 66, 6, 'var(--pc-wood-2)') +
      disc(14, 66, 2, 'var(--pc-wood-ink)') +
      disc(24, 66, 6, 'var(--pc-wood-2)')) +
  tree(98, 6 + (turn % 2));

const sawtooth: Picture = (colour, turn) =>
  box(86, 16, 9, 40, colour) +
  smoke(90, 13) +
  [14, 38, 62].map((x) => shape(`M${x} 72V46l24-13v39z`, WALL) + shape(`M${x} 46l24-13v6l-24 13z`, colour)).join('') +
  block(86, 18, 26, SHADE) +
  [20, 44, 68].map((x) => pane(x, 56, 12, 8)).join('') +
  (turn % 2 ? door(90, 9, 13, colour) : panes(90, 50, 1, 2, 0, 9, 9, 5)) +
  stroke('M14 69h72', colour, 2);

const yard: Picture = (colour, turn) =>
  stroke('M22 72V14M22 14h46M22 22l-8-8M22 22l14-8M60 14v14', 'var(--pc-gold)', 3) +
  stroke('M22 72V12M18 14h50M60 14v12', INK, 1.1) +
  box(55, 27, 11, 8, colour) +
  box(76, 22, 8, 34, colour) +
  box(90, 14, 8, 42, colour) +
  smoke(80, 19) +
  smoke(94, 11) +
  [30, 50]
    .map(
      (x) => shape(`M${x} 72V50l20-10v32z`, WALL) + shape(`M${x} 50l20-10v5l-20 10z`, colour) + pane(x + 5, 57, 10, 7),
    )
    .join('') +
  block(70, 36, 24, SHADE) +
  box(68, 46, 40, 4, colour) +
  panes(75, 54, 3, 1, 11, 0, 7, 6) +
  (turn % 2 ? shape('M2 72a9 14 0 0 1 18 0z', WALL) : disc(11, 64, 8, WALL));

const bloom = (x: number, y: number, fill: string): string =>
  stroke(`M${x} ${GROUND}V${y}`, 'var(--pc-leaf-ink)', 1.2) +
  disc(x, y, 3, fill) +
  `<circle cx="${x}" cy="${y}" r="1.100" fill="var(--pc-gold-2)" stroke="none"/>`;

const garden: Picture = (colour, turn) => {
  const petals = ['var(--community)', 'var(--pc-gold)', 'var(--pc-lilac)', 'var(--pc-rose)'];
  const bed = [36, 43, 50, 57, 64, 71]
    .map((x, i) => bloom(x, 58 + ((i * 5 + turn * 3) % 7), petals[(i + turn) % 4] ?? colour))
    .join('');
  return (
    tree(18, 10, colour) +
    bed +
    box(30, 66, 48, 6, 'var(--pc-wood)') +
    stroke('M42 66v6M54 66v6M66 66v6', 'var(--pc-wood-ink)', 1) +
    (turn % 2
      ? shape('M86 72V56h16v16z', 'var(--pc-wood-2)') +
        gable(86, 16, 56, 8, 'var(--pc-wood)') +
        stroke('M90 64h8', INK, 1.6)
      : tree(94, 12, 'var(--pc-leaf)'))
  );
};

const greenhouse: Picture = (colour, turn) =>
  (turn % 2
    ? shape('M20 72V48L56 26l36 22v24z', GLASS) +
      bush(26, 18, colour) +
      bush(50, 16, 'var(--pc-leaf)') +
      bush(70, 18, colour) +
      stroke('M20 48h72M38 72V37M56 72V26M74 72V37', INK, 1.2)
    : shape('M22 72V52a34 27 0 0 1 68 0v20z', GLASS) +
      bush(28, 16, colour) +
      bush(48, 20, 'var(--pc-leaf)') +
      bush(72, 14, colour) +
      stroke('M22 52h68M39 72V30M56 72V25M73 72V30', INK, 1.2)) +
  box(18, 69, 76, 4, WALL) +
  tree(106, 5, colour) +
  tree(9, 6);

const park: Picture = (colour, turn) =>
  fir(12, 34) +
  tree(34, 14, 'var(--pc-fir)') +
  tree(96, 15, colour) +
  fir(78, 40) +
  (turn % 2
    ? shape('M50 72V54h18v18z', WALL) + shape('M46 54l13-12 13 12z', colour) + stroke('M55 72V54M63 72V54', INK, 1)
    : tree(57, 12, colour)) +
  shape('M26 75q16-8 32-3t34 0l4 6H26z', 'var(--pc-water)') +
  stroke('M36 75h10M64 75.500h12', 'var(--pc-water-2)', 1.4);

const WORKS: Readonly<Record<string, readonly [Picture, Picture, Picture]>> = {
  community: [cottage, terrace, towers],
  economy: [stall, shop, hall],
  energy: [windmill, solar, station],
  industry: [smithy, sawtooth, yard],
  ecology: [garden, greenhouse, park],
};

export const work = (kind: string, tier: number, turn: number): string => {
  const picture = WORKS[kind]?.[tier - 1];
  return picture ? cloud(30 + ((turn * 17) % 40), 16 + ((turn * 5) % 8)) + picture(`var(--${kind})`, turn) : '';
};
