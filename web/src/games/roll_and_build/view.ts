/** What the view of a sheet has besides that of every laying game: dice, the row of passes, the score block. */
import type { BoardView as LaidBoard, View as LaidView } from '../laying/view';

/** A face of a die: two rows of two cells. */
export type Rows = readonly string[];
export type RuleText = [id: string, numbers: number[]];

/** What a seat brings from the episode before, or takes along. */
export interface Kept {
  stickers: [name: string, cell: string][];
  counts: Record<string, number>;
}

export interface BoardView extends LaidBoard {
  brought: Kept;
  takes: Kept | null;
}

export interface View extends LaidView {
  source: {
    faces: [Readonly<Record<string, Rows>>, Readonly<Record<string, Rows>>];
    /** The shape of two faces: by the first one, then by the second. */
    shapes: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** The face that brings the next card of the row. */
    special: string;
    /** How many of the rolls of two dice give a shape, or the next card of the row. */
    odds: [card: string, rolls: number][];
  };
  /** What the row of passes costs, circle by circle; empty where nobody passes. */
  circles: number[];
  /** The rules that are new since the episode before, and those that are gone. */
  new: RuleText[];
  gone: RuleText[];
  boards: BoardView[];
}

/** A view that comes to this game's parts is one of its sheets. */
export function sheetOf(view: LaidView): View {
  return view as View;
}
