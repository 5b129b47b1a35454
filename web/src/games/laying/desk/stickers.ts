/** Stickers: pieces of one cell that stay for good, judged by the masks of a choice. */
import { readLine } from '../../../live/log/told_line';
import { geometry } from '../grid/geometry';
import { has, mask } from '../grid/masks';
import type { Piece } from '../grid/pieces';
import type { Drawn } from '../grid/scene';
import type { BoardView, ChoiceView, KeptView, StickerView, View } from '../view';

/** The kind of a piece that is a sticker. */
export const STICKER = 'sticker';

/** The stickers one may choose from, as pieces of one cell each. */
export function stickerPieces({ rule, what, legal = '0', lacks = {} }: ChoiceView, cells: string): Piece[] {
  const forbidden = Object.entries(lacks).map(([rule, hex]) => [rule, mask(hex)] as const);
  const shape = { orientation: 0, cells: [[0, 0]] as const, inside: mask(cells), legal: mask(legal), lacks: forbidden };
  return what.map((name) => ({ name, kind: STICKER, marks: [name], shapes: [shape], rule }));
}

export function drawnSticker(name: string, rule?: string): Drawn {
  return { name, kind: STICKER, cells: [[0, 0]], marks: [name], rule };
}

/** What a seat has put by its own lines: those taken back are not among them. */
export function putBy(lines: readonly string[], seat: number): StickerView[] {
  const answers: (StickerView | null)[] = [];
  for (const text of lines) {
    const line = readLine(text);
    if (line.by !== 'seat' || line.seat !== seat) continue;
    const [sticker, cell] = line.words;
    if (line.verb === 'undo') answers.pop();
    else answers.push(line.verb === 'stick' && sticker && cell ? [sticker, cell] : null);
  }
  return answers.filter((answer) => answer !== null);
}

/** The stickers among what was kept: those that lie on a cell. A card has a dash in its name. */
export function stickersIn(kept: readonly KeptView[], view: Pick<View, 'grid'>): StickerView[] {
  const grid = geometry(view.grid);
  const isCell = (name: string): boolean => has(grid.cells, grid.bit(grid.read(name) ?? [-1, -1]));
  return kept.flatMap(([rule, what, value]) =>
    typeof value === 'string' && !what.includes('-') && isCell(value) ? [[what, value, rule] as const] : [],
  );
}

/** The stickers a board got at the end of its match. */
export function newStickers(board: BoardView, view: Pick<View, 'grid'>): StickerView[] {
  return stickersIn(board.kept ?? [], view);
}
