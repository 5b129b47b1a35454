/** The shafts of a seat: boxes in a row behind their gate, what stands on them, what is crossed off. */
import type { Say } from '../../../../base/i18n/say';
import type { Keepsake, NamedPicture, Picture, Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import type { Action, BoardView, Hex } from '../../../laying/view';
import { badge } from '../../../laying/drawing/badge';

type Triangle = 'open' | 'won' | 'struck' | '';
type Gift = [box: number, what: string, triangle: Triangle];

export interface ShaftView {
  shaft: string;
  boxes: number;
  crossed: number;
  /** How many more the board crosses off as it stands. */
  digs: number;
  gifts: Gift[];
}

type Chain = [rule: string, cells: Hex, buildings: number];
type MineBoard = BoardView & { shafts?: ShaftView[]; chains?: Chain[] };

const BOX = 28;
const GATE = 42;
const TALL = 44;
const SINCE: Readonly<Record<string, number>> = { B: 16, R: 17, Y: 18 };

const shaftsOf = (board: BoardView): ShaftView[] => (board as MineBoard).shafts ?? [];

export function shaftPicture(shaft: ShaftView): Picture {
  const width = GATE + shaft.boxes * BOX + 2;
  const gate = `<use href="#p-mine-${shaft.shaft.toLowerCase()}" x="0" y="1" width="40" height="40"/>`;
  const boxes = Array.from({ length: shaft.boxes }, (_, i) => box(shaft, i + 1)).join('');
  return { art: gate + boxes, width, height: TALL };
}

function box(shaft: ShaftView, n: number): string {
  const x = GATE + (n - 1) * BOX;
  const gift = shaft.gifts.find(([at]) => at === n);
  const k = shaft.shaft.toLowerCase();
  const frame =
    `<rect x="${x + 1}" y="9" width="${BOX - 3}" height="${BOX - 2}" rx="4" fill="var(--paper)"` +
    ` stroke="var(--${k}-lo)" stroke-width="2"/>`;
  return frame + (gift ? giftArt(gift[1], x) : '') + crossing(shaft, n, x) + (gift ? triangle(gift[2], x) : '');
}

function giftArt(what: string, x: number): string {
  const art = { t: 'tree', B: 'blank' }[what];
  if (art) return `<use href="#p-${art}" x="${x + 2}" y="10" width="23" height="23"/>`;
  if (what === 'nuggets')
    return (
      `<path d="m${x + 6} 24 3-7 7-3 6 5-1 7-8 3z" fill="var(--gold)" stroke="var(--y-ink)"` +
      ` stroke-width="1.4" stroke-linejoin="round"/>`
    );
  const ring = (r: number, more: string): string => `<circle cx="${x + 13.5}" cy="22" r="${r}" ${more}/>`;
  return ring(7.5, 'fill="none" stroke="var(--ink)" stroke-width="2"') + ring(3.6, 'fill="var(--ink)"');
}

/** Crossed off for good, or dotted: so it would be if the episode ended now. */
function crossing({ crossed, digs }: ShaftView, n: number, x: number): string {
  if (n > crossed + digs) return '';
  const d = `M${x + 4} 12l19 20m0-20-19 20`;
  const sure = n <= crossed;
  const more = sure ? 'stroke-width="3.4"' : 'stroke-width="2.6" stroke-dasharray="2 4"';
  return (
    `<path d="${d}" stroke="var(--paper)" stroke-width="6" stroke-linecap="round"/>` +
    `<path d="${d}" stroke="var(--ink)" stroke-linecap="round" ${more}/>`
  );
}

/** Above its box: hollow while it is open, gold where it was won, struck through where others were first. */
function triangle(state: Triangle, x: number): string {
  if (!state) return '';
  const body =
    `<path d="M${x + 8} 9h11l-5.5-8z" fill="${state === 'won' ? 'var(--gold)' : 'var(--paper)'}"` +
    ` stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round"/>`;
  return state === 'struck' ? `${body}<path d="M${x + 6} 0l15 10" stroke="var(--ink)" stroke-width="2"/>` : body;
}

/** The picture of an answer that names a shaft. */
export function shaftFor([verb, kind]: Action, board: BoardView): NamedPicture | undefined {
  const shaft = verb === 'box' ? shaftsOf(board).find((one) => one.shaft === kind) : undefined;
  return shaft && { name: `shaft.${kind}`, ...shaftPicture({ ...shaft, digs: 0 }) };
}

/** Beside the board, with what each box brings. */
export function shafts(board: BoardView, say: Say): Keepsake[] {
  return shaftsOf(board).map((shaft) => ({
    key: `shaft.${shaft.shaft}`,
    name: say(`shaft.${shaft.shaft}`),
    about: [
      say('plan.crossed', shaft.crossed, shaft.boxes),
      ...(shaft.digs ? [say('plan.digs', shaft.digs)] : []),
      ...shaft.gifts.map((gift) => giftWords(gift, say)),
    ],
    since: SINCE[shaft.shaft] ?? null,
    holds: (what, rule) => what === `boxes:${shaft.shaft}` || rule === `dig.${shaft.shaft}`,
    ...shaftPicture(shaft),
  }));
}

function giftWords([at, what, triangle]: Gift, say: Say): string {
  const name = say(what === 'progress' || what === 'nuggets' ? `series.count.${what}` : `sticker.${what}`);
  const state = triangle ? ` (${say(`plan.triangle.${triangle}`)})` : '';
  return `${say('plan.box', at)}: ${name.toLowerCase()}${state}`;
}

/** Buildings linked to their source: an outline, and how many. */
export function chains({ grid, board }: Pick<Scene, 'grid' | 'board'>): string {
  return ((board as MineBoard).chains ?? [])
    .map(([, cells, buildings]) => {
      const linked = grid.positions(mask(cells));
      const [first] = linked;
      if (!first) return '';
      const edge = grid.outline(linked, 3, 8);
      return (
        `<path d="${edge}" fill="none" stroke="var(--paper)" stroke-width="5"/>` +
        `<path d="${edge}" fill="none" stroke="var(--ink)" stroke-width="2.4" stroke-dasharray="7 4"/>` +
        badge(grid, first, `×${buildings}`, [6, 34])
      );
    })
    .join('');
}

/** What would be dug now, in words. */
export function words(board: BoardView, _: unknown, say: Say): Plan[] {
  const linked = (board as MineBoard).chains ?? [];
  return shaftsOf(board)
    .filter(({ digs }) => digs > 0)
    .map(({ shaft, digs }) => ({
      text: `${say(`shaft.${shaft}`)}: ${say('plan.digs', digs)}`,
      cells: linked.find(([rule]) => rule === `dig.${shaft}`)?.[1] ?? '0',
      rule: `dig.${shaft}`,
    }));
}
