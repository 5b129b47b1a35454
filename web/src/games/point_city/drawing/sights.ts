/** Sights bring only points and share nine drawings by what they are; civic buildings bring only a token. */
import {
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
  SHADE,
  shape,
  STONE,
  stroke,
  tree,
  WALL,
} from './strokes';

const GOLD = 'var(--pc-gold)';
const steps = (x: number, width: number): string => box(x - 4, 68, width + 8, 5, STONE);

function spire(tier: number, turn: number): string {
  const height = 38 + tier * 6;
  const top = GROUND - height;
  const low = (x: number): string =>
    block(x, 22, 18) + gable(x, 22, 54, 10, 'var(--pc-brick)') + pane(x + 4, 58) + door(x + 13, 5, 9);
  const crown =
    turn % 3 === 0
      ? gable(45, 22, top, 16, GOLD)
      : turn % 3 === 1
        ? shape(`M42 ${top}h28v-5h-4v-6h-20v6h-4z`, GOLD) + flag(56, top - 10, 'var(--pc-brick)')
        : shape(`M43 ${top}a13 13 0 0 1 26 0z`, GOLD) + stroke(`M56 ${top - 13}v-5`);
  return (
    (tier > 1 ? low(16) + low(74) : tree(22, 8) + tree(90, 9)) +
    block(45, 22, height) +
    crown +
    disc(56, top + 11, 6.5, '#fff') +
    stroke(`M56 ${top + 7.5}v3.500l2.500 1.500`) +
    pane(49, top + 23) +
    pane(57, top + 23) +
    door(52, 8, 12)
  );
}

function statue(tier: number, turn: number): string {
  const figure = [
    shape('M56 16l5 40H51z', STONE) + shape('M56 16l3 5h-6z', GOLD),
    disc(56, 27, 5, STONE) +
      shape('M48 58l3-22q5-4 10 0l3 22z', STONE) +
      stroke('M61 38l9-10', STONE, 4) +
      stroke('M61 38l9-10', INK, 1),
    shape('M36 56l4-4h32l4 4z', STONE) +
      disc(56, 40, 12, WALL) +
      stroke('M56 40l7-7M56 30v3M66 40h-3M46 40h3', INK, 1.6),
  ][turn % 3];
  return (
    tree(18, 7 + tier) +
    tree(96, 6 + tier) +
    (figure ?? '') +
    box(44, 56, 24, 12, WALL) +
    stroke('M49 62h14', GOLD, 2) +
    box(38, 66, 36, 6, STONE) +
    bush(28, 10, 'var(--pc-leaf)') +
    bush(76, 10, 'var(--pc-leaf)')
  );
}

function arches(tier: number): string {
  const low =
    [0, 1, 2]
      .map((i) => shape(`M${10 + i * 31} 72V38h31v34h-6V58a9.500 9.500 0 0 0-19 0v14z`, i === 1 ? WALL : SHADE))
      .join('') + box(8, 32, 96, 6, STONE);
  const high =
    [0, 1, 2, 3, 4].map((i) => shape(`M${12 + i * 18} 32V20h16v12h-4v-4a4 4 0 0 0-8 0v4z`, WALL)).join('') +
    box(8, 16, 96, 4, STONE);
  return low + (tier > 2 ? high : '') + shape('M4 76q26-8 52-3t52 0v5H4z', 'var(--pc-water)');
}

function gate(tier: number): string {
  const top = 34 - tier * 3;
  const tower = (x: number): string =>
    block(x, 20, GROUND - top) +
    shape(`M${x - 3} ${top}l13-17 13 17z`, GOLD) +
    pane(x + 7, top + 8) +
    pane(x + 7, top + 22);
  return (
    shape('M38 72V44h36v28h-9V62a9 9 0 0 0-18 0v10z', WALL) +
    shape('M36 44v-6h6v3h5v-3h5v3h8v-3h5v3h5v-3h6v6z', STONE) +
    tower(20) +
    tower(72) +
    flag(56, 38, 'var(--pc-brick)') +
    tree(8, 5) +
    tree(104, 5)
  );
}

function dome(tier: number, turn: number): string {
  const wide = 52 + tier * 12;
  const left = 56 - wide / 2;
  const arches = Math.floor((wide - 8) / 14);
  const start = 56 - (arches * 14 - 4) / 2;
  return (
    shape(
      `M${56 - wide * 0.36} 46a${wide * 0.36} ${20 + tier * 2} 0 0 1 ${wide * 0.72} 0z`,
      turn % 2 ? 'var(--pc-water)' : GOLD,
    ) +
    stroke(
      `M56 ${26 - tier * 2}v20M${56 - wide * 0.18} 46q2-14 ${wide * 0.13}-${18 + tier}` +
        `M${56 + wide * 0.18} 46q-2-14-${wide * 0.13}-${18 + tier}`,
      INK,
      1,
    ) +
    flag(56, 27 - tier * 2, 'var(--pc-brick)') +
    block(left, wide, 26) +
    box(left - 3, 44, wide + 6, 4, STONE) +
    Array.from({ length: arches }, (_, i) => shape(`M${start + i * 14} 72V60a5 5 0 0 1 10 0v12z`, GLASS)).join('') +
    (tier < 3 ? tree(left - 9, 6) + tree(left + wide + 9, 6) : '')
  );
}

const arena = (): string =>
  shape('M8 72V44q48-16 96 0v28z', WALL) +
  shape('M8 44q48-16 96 0q-48 12-96 0z', GOLD) +
  shape('M24 43q32-8 64 0q-32 7-64 0z', 'var(--pc-leaf-2)') +
  [14, 27, 40, 53, 66, 79, 92].map((x) => shape(`M${x} 72V62a3.500 4 0 0 1 7 0v10z`, GLASS)).join('') +
  stroke('M9 55q47 9 94 0', INK, 1) +
  flag(14, 42, 'var(--pc-brick)') +
  flag(98, 42, 'var(--pc-brick)') +
  flag(56, 37, 'var(--pc-brick)');

function fountain(tier: number, turn: number): string {
  const jet = 22 - tier * 3;
  return (
    (turn % 2 ? tree(14, 9) + fir(98, 30) : fir(14, 28) + tree(96, 9)) +
    stroke(`M56 52V${jet}M56 ${jet + 4}q-12 0-14 18M56 ${jet + 4}q12 0 14 18`, 'var(--pc-water)', 2.6) +
    shape('M40 44h32l-6 7H46z', STONE) +
    shape('M52 51h8v15h-8z', STONE) +
    shape('M28 62h56l-5 10H33z', STONE) +
    shape('M28 62q28 7 56 0q-28-7-56 0z', 'var(--pc-water)')
  );
}

const oldTown = (tier: number): string =>
  block(46, 20, 50) +
  gable(46, 20, 22, 20, GOLD) +
  stroke('M56 2v7M53 5h6', INK, 1.6) +
  disc(56, 32, 5, GLASS) +
  block(12, 36, 26) +
  shape('M9 46l8-14h32l-2 14z', 'var(--pc-brick)') +
  block(64, 36, 26) +
  shape('M65 46l-2-14h32l8 14z', 'var(--pc-brick)') +
  [18, 29, 71, 82].map((x) => shape(`M${x} 66V56a3.500 4 0 0 1 7 0v10z`, GLASS)).join('') +
  door(51, 10, 16, 'var(--pc-wood)') +
  (tier > 2 ? flag(30, 32, GOLD) + flag(82, 32, GOLD) : '');

const oak = (tier: number): string =>
  shape('M52 72c2-8 1-14-6-22l4-1 5 7 1-10h4l0 9 6-8 4 2c-8 8-9 15-6 23z', 'var(--pc-trunk)') +
  disc(38, 38, 15, 'var(--pc-leaf)') +
  disc(74, 38, 15, 'var(--pc-leaf)') +
  disc(56, 26, 19, 'var(--pc-fir)') +
  disc(56, 42, 12, 'var(--pc-leaf-2)') +
  (tier > 1
    ? shape('M6 72V58h22v14zM84 72V58h22v14z', 'var(--pc-leaf)') +
      stroke('M12 65h10M90 65h10', 'var(--pc-leaf-ink)', 1.4)
    : bush(14, 14, 'var(--pc-leaf)') + bush(88, 12, 'var(--pc-leaf)')) +
  stroke('M40 72h32', INK, 1.2);

type Sight = (tier: number, turn: number) => string;
const IS: readonly [Sight, readonly string[]][] = [
  [
    spire,
    ['G10-industry', 'G19-industry', 'G19-community', 'G19-economy', 'G20-community', 'G26-energy', 'G26-economy'],
  ],
  [statue, ['G10-energy', 'G10-economy', 'G20-industry', 'G27-industry']],
  [gate, ['G20-ecology', 'G26-industry', 'G28-economy']],
  [arches, ['G20-economy', 'G27-ecology']],
  [dome, ['G26-community', 'G26-ecology', 'G27-energy', 'G28-ecology']],
  [arena, ['G19-ecology', 'G28-community']],
  [fountain, ['G10-ecology', 'G19-energy', 'G28-energy']],
  [oldTown, ['G27-economy', 'G28-industry']],
  [oak, ['G10-community', 'G20-energy', 'G27-community']],
];
const DRAWN = new Map(IS.flatMap(([picture, ids]) => ids.map((id) => [id, picture] as const)));

export const sight = (id: string, tier: number, turn: number): string =>
  cloud(18 + ((turn * 29) % 60), 18) + (DRAWN.get(id) ?? dome)(tier, turn);

/** From a booth to a palace of the town. */
export function civic(tier: number, turn: number): string {
  const colour = 'var(--civic)';
  if (tier === 1) {
    const booth =
      block(42, 30, 30) +
      shape('M38 42h38l-6-10H44z', colour) +
      box(47, 47, 20, 9, GLASS) +
      box(45, 57, 24, 3, STONE) +
      stroke('M48 66h18', INK, 1);
    const lamp = stroke('M22 72V40M22 40h8', INK, 2) + disc(31, 43, 3.4, GOLD);
    return (
      cloud(70, 20) +
      lamp +
      booth +
      (turn % 2
        ? box(84, 52, 16, 11, WALL) + stroke('M87 56h10M87 59h6', INK, 1) + stroke('M88 63v9M96 63v9', INK, 1.6)
        : tree(92, 8)) +
      flag(57, 32, GOLD)
    );
  }
  const wide = 48 + tier * 14;
  const left = 56 - wide / 2;
  const columns = Math.floor((wide - 6) / 11);
  const start = 56 - (columns * 11 - 6) / 2;
  const crown =
    tier === 3
      ? block(46, 20, 56) + gable(46, 20, 16, 12, colour) + disc(56, 25, 5, '#fff') + stroke('M56 22v3l2 1')
      : '';
  return (
    cloud(20 + (turn % 3) * 8, 18) +
    crown +
    block(left, wide, 28, SHADE) +
    Array.from({ length: columns }, (_, i) => box(start + i * 11, 46, 5, 23, WALL)).join('') +
    shape(`M${left - 5} 46L56 ${30 - tier * 1.5}L${left + wide + 5} 46z`, colour) +
    disc(56, 40, 3.6, GOLD) +
    steps(left, wide) +
    flat(`M52 69v-12h8v12z`, INK) +
    (tier === 2
      ? tree(left - 13, 5 + (turn % 2)) + tree(left + wide + 13, 6)
      : flag(left + 4, 45, GOLD) + flag(left + wide - 4, 45, GOLD))
  );
}
