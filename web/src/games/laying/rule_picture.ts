/** A rule's example as a board that can be drawn: what the server tells of it, and defaults for the rest. */
import type { RulePictureView, RulesPageView } from '../../base/api/rules';
import { geometry, type Geometry } from './grid/geometry';
import { mask } from './grid/masks';
import type { Scene } from './grid/scene';
import type { BoardView, DesignView, GridView, GroundView, Hex, StickerView, View } from './view';

export interface LayingRulesPage extends RulesPageView {
  kinds: string[];
  shapes: Record<string, DesignView>;
  source: Readonly<Record<string, unknown>>;
}

/** A page that comes to these pictures is one of a laying game. */
export const layingPage = (page: RulesPageView): LayingRulesPage => page as LayingRulesPage;

export interface BoardPicture extends RulePictureView {
  kind: 'board';
  grid: GridView;
  ground: GroundView;
  board: Partial<BoardView>;
  stickers: StickerView[];
  /** The cells it is about. */
  lit: Hex;
  /** What they bring by the rule. */
  points: number | null;
  /** Whether the last piece may lie there; null where that is not the question. */
  allowed: boolean | null;
}

export interface PiecesPicture extends RulePictureView {
  kind: 'pieces';
  cards: string[];
  /** There is no such piece any more. */
  barred: boolean;
  /** The faces that bring it. */
  roll: string[];
}

/** A number alone: what something costs, or where a marker starts. */
export interface NumberPicture extends RulePictureView {
  kind: 'number';
  number: number;
  /** Points that come or go have a sign. */
  signed: boolean;
}

export const isNumber = (picture: RulePictureView): picture is NumberPicture => picture.kind === 'number';
export const isBoard = (picture: RulePictureView): picture is BoardPicture => picture.kind === 'board';
export const isPieces = (picture: RulePictureView): picture is PiecesPicture => picture.kind === 'pieces';

/** As much of a view as drawings read. */
export function viewOf(page: LayingRulesPage, picture: BoardPicture): View {
  const board = {
    seat: 0,
    ground: 0,
    value: 0,
    round: 1,
    passes: 0,
    tally: [],
    brought: { stickers: picture.stickers, counts: {} },
    ...picture.board,
  };
  return {
    ...page,
    seat: 0,
    phase: 'rounds',
    rules: page.groups.flatMap(({ rules }) => rules.map(({ id, numbers }) => [id, numbers])),
    grid: picture.grid,
    grounds: [picture.ground],
    boards: [board],
    majorities: [],
    circles: [],
    row: [],
  } as unknown as View;
}

export function sceneOf(page: LayingRulesPage, rule: string, picture: BoardPicture, id: string): Scene {
  const view = viewOf(page, picture);
  const grid = geometry(picture.grid);
  const [board] = view.boards as [BoardView];
  const tally: BoardView['tally'] =
    picture.points === null ? [] : [[rule, picture.points, picture.points ? picture.lit : '0']];
  return { view, grid, board: { ...board, tally }, ground: picture.ground, id, small: false, part: true };
}

/** The board before the piece in question, so that what lies below it can be seen. */
export function beforeLast({ board }: Scene): BoardView {
  const last = board.laid.at(-1);
  return last
    ? { ...board, clear: (mask(board.clear) | mask(last[3])).toString(16), laid: board.laid.slice(0, -1) }
    : board;
}

/** What of the plane is shown: all cells, and a little around them. */
export function frameAround(grid: Geometry): { x: number; y: number; width: number; height: number } {
  const EDGE = 3;
  return { x: -EDGE, y: -EDGE, width: grid.width + 2 * EDGE, height: grid.height + 2 * EDGE };
}
