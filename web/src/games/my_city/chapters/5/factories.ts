/** Factories and the investor: on roofs, and what they promise to those who plan. */
import { badge } from '../../../laying/drawing/badge';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import type { Say } from '../../../../base/i18n/say';
import { CELL, short, type Geometry, type Position } from '../../../laying/grid/geometry';
import { mask } from '../../../laying/grid/masks';
import type { Drawn, Look, Scene } from '../../../laying/grid/scene';
import type { BoardView, Hex, View } from '../../../laying/view';

const MARK = 'cog';
const RULE = 'investor';

/** A factory: rule, cells, who works there, how many of them count. */
type Workers = [rule: string, cells: Hex, workers: number, most: number];
type FactoryBoard = BoardView & { stands_on?: Hex; workers?: Workers[] };

/** Whether this seat has put the mark on its piece. */
export function isFactory(
  { brought }: Pick<BoardView, 'brought'>,
  { kind, name }: Pick<Drawn, 'kind' | 'name'>,
): boolean {
  return brought.stickers.some(([sticker, card]) => sticker === MARK && card === `${kind}-${name}`);
}

/** The chimney on the roof of a factory, wherever it lies. */
export function chimney(grid: Geometry, piece: Drawn, { owner, small }: Look): string {
  if (!owner || !isFactory(owner, piece)) return '';
  const [cell] = piece.cells;
  if (!cell) return '';
  const [x, y] = grid.corner(cell);
  const side = small ? 46 : 36;
  return `<use href="#p-cog" x="${short(x + 1)}" y="${short(y - (small ? 6 : 3))}" width="${side}" height="${side}"/>`;
}

/** He stands on the roof of the newest building. */
export function investor({ grid, board, view, small }: Scene): string {
  const cells = grid.positions(mask(standsOn(board)));
  const cell = cells.at(-1);
  if (!cell || view.phase !== 'rounds') return '';
  const [x, y] = grid.corner(cell);
  const side = small ? 52 : 42;
  const left = short(x + (CELL - side) / 2);
  return `<use href="#p-investor" x="${left}" y="${short(y - 8)}" width="${side}" height="${side}"/>`;
}

const standsOn = (board: BoardView): Hex => (board as FactoryBoard).stands_on ?? '0';
const workersOf = (board: BoardView): Workers[] => (board as FactoryBoard).workers ?? [];

/** What the next building brings beside him, and how many work in each factory. */
export function planned({ grid, board, ground, view }: Scene): string {
  const stands = grid.positions(mask(standsOn(board)));
  const free = mask(board.clear) & mask(ground.open);
  const coins = beside(grid, stands)
    .filter((cell) => (free >> BigInt(grid.bit(cell))) & 1n)
    .map((cell) => coin(grid, cell, stands));
  const gain = view.rules.find(([rule]) => rule === RULE)?.[1][0];
  const last = stands.at(-1);
  const promise = last && gain !== undefined ? badge(grid, last, `+${gain}`, [15, 14]) : '';
  const staffed = workersOf(board).map(([, cells, workers, most]) => {
    const [cell] = grid.positions(mask(cells));
    return cell ? badge(grid, cell, `${Math.min(workers, most)}/${most}`, [8, 17]) : '';
  });
  return coins.join('') + promise + staffed.join('');
}

function beside(grid: Geometry, cells: readonly Position[]): Position[] {
  const own = new Set(cells.map(String));
  const all = cells.flatMap((cell) => grid.neighbours(cell)).filter((cell) => grid.bit(cell) >= 0);
  return [...new Map(all.map((cell) => [String(cell), cell])).values()].filter((cell) => !own.has(String(cell)));
}

/** A small coin at the side of a free cell that touches his building. */
function coin(grid: Geometry, cell: Position, stands: readonly Position[]): string {
  const touched = grid.neighbours(cell).find((near) => stands.some((one) => String(one) === String(near))) ?? cell;
  const [a, b] = [grid.middle(cell), grid.middle(touched)];
  const [x, y] = [a[0] + (b[0] - a[0]) * 0.32, a[1] + (b[1] - a[1]) * 0.32];
  const at = `cx="${short(x)}" cy="${short(y)}"`;
  return `<circle ${at} r="4.5" fill="var(--gold)" stroke="var(--y-ink)" stroke-width="1.3"/>`;
}

/** The same in words. */
export function words(board: BoardView, view: View, say: Say): Plan[] {
  const stands = standsOn(board);
  const [, numbers = []] = view.rules.find(([rule]) => rule === RULE) ?? [];
  const him = stands === '0' ? [] : [{ text: say('plan.investor', ...numbers), cells: stands, rule: RULE }];
  const staffed = workersOf(board).map(([rule, cells, workers, most]) => ({
    text: `${say(`shape.${shapeAt(board, cells)}`)}: ${say('plan.workers', Math.min(workers, most), most)}`,
    cells,
    rule,
  }));
  return [...him, ...staffed];
}

const shapeAt = ({ laid }: BoardView, cells: Hex): string => laid.find((one) => one[3] === cells)?.[1] ?? '';
