/** The stones on the board: each has so many parts of its roof, and some that this board would add. */
import { mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import type { BoardView, Hex } from '../../../laying/view';

/** A roof has so many parts. */
export const PARTS = 3;
export const ROOF = 'roof:';
const THING = 'megalith';

type RoofView = [rule: string, thing: Hex, name: string, has: number, adds: number];

export interface Roof {
  rule: string;
  thing: Hex;
  /** What its parts are counted as. */
  name: string;
  has: number;
  /** Parts that the board as it stands adds at the end. */
  adds: number;
}

/** What every stone has and would get; nothing where no roof grows in this episode. */
export function roofsOf(board: BoardView): Roof[] {
  const { roofs = [] } = board as { roofs?: readonly RoofView[] };
  if (board.bare) return [];
  return roofs.map(([rule, thing, name, has, adds]) => ({ rule, thing, name, has, adds }));
}

/** A stone with the symbol it asks for and the parts of its roof, those that this match has brought included. */
export interface Stone {
  thing: Hex;
  symbol: string;
  parts: number;
}

/** How many parts the roof over a symbol's stone has. */
export function partsOf({ takes, brought }: Pick<BoardView, 'takes' | 'brought'>, symbol: string): number {
  return Math.min(PARTS, (takes ?? brought).counts[ROOF + symbol] ?? 0);
}

/** Those behind first. */
export function stonesOf({ board, ground }: Pick<Scene, 'board' | 'ground'>): Stone[] {
  return ground.wants
    .filter(([thing]) => thing === THING)
    .map(([, symbol, thing]) => ({ thing, symbol, parts: partsOf(board, symbol) }))
    .sort((a, b) => (mask(a.thing) < mask(b.thing) ? -1 : 1));
}
