/** What the seat can do now, in one word; everything on the screen follows from it. */
import type { BoardView, GroundView, View } from './view';

export type Stage = 'lay' | 'stick' | 'committed' | 'choose' | 'ended' | 'wait' | 'over' | 'watch';

const EMPTY = 'visible.empty'; // the line of cells that nothing was built on

export function stageOf(view: View, seat: number | null): Stage {
  if (view.phase === 'over') return 'over';
  if (seat === null || !view.boards[seat]) return 'watch';
  if (view.commit) return 'committed';
  const choice = view.choices?.[0];
  if (choice) return choice.verb === 'stick' ? 'stick' : 'choose';
  if (view.phase !== 'rounds') return view.answers.length ? 'choose' : 'wait';
  if (view.boards[seat].ended) return 'ended';
  return view.to_act.includes(seat) && view.pieces.length ? 'lay' : 'wait';
}

/** The board a seat looks at; a spectator looks at the first. */
export function boardOf(view: View, seat: number | null): BoardView {
  const board = view.boards[seat ?? 0] ?? view.boards[0];
  if (!board) throw new Error('a view without boards');
  return board;
}

export function groundOf(view: View, board: BoardView): GroundView {
  return view.grounds[board.ground] ?? { open: '0', layers: {}, wants: [] };
}

/** Whether everything was taken off the boards, because stickers are put on them now. */
export const isCleared = ({ phase }: Pick<View, 'phase'>): boolean => phase === 'reward' || phase === 'owed';

/** The board with nothing on it but what lasts. */
export function cleared(board: BoardView, { grid }: Pick<View, 'grid'>): BoardView {
  return { ...board, laid: [], marks: [], groups: [], roads: [], notes: {}, bare: true, clear: grid.cells };
}

/** Whether nothing of a board costs points in the end, in a game where empty cells do. */
export function isFilled(view: View, board: BoardView): boolean {
  const { stands = {} } = view;
  return EMPTY in stands && board.tally.every(([rule, points]) => points >= 0 || !(rule in stands));
}

/** Whether an answer is offered. */
export function offers(view: View, verb: string): boolean {
  return view.answers.some(([word]) => word === verb);
}
