/** What has just struck the board: one movement over the board as it was, and words until somebody goes on. */
import type { Threat } from '../chapter_drawings.svelte';
import { justStruck } from './threats';
import type { BoardView } from '../view';

interface Seen {
  game: string;
  board: BoardView;
  threats: readonly Threat[];
}

export class Strike {
  #seen: Seen | null = null;
  /** What has struck and was not put aside. */
  told = $state.raw<readonly Threat[]>([]);
  /** What is moving over the board. */
  moving = $state.raw<readonly Threat[]>([]);
  #before: BoardView | null = null;

  /** Looks at every new view of the board; another seat or another match begins anew. */
  see(game: string, board: BoardView, threats: readonly Threat[]): void {
    const last = this.#seen;
    this.#seen = { game, board, threats };
    const isSame = last?.game === game && last.board.seat === board.seat && last.board.round <= board.round;
    const struck = isSame ? justStruck(last.threats, threats) : [];
    if (!isSame) this.putAside();
    if (!struck.length || !last) return;
    this.#before = last.board;
    this.told = this.moving = struck;
  }

  /** The board to draw: the land as it was while something moves over it. */
  shown(board: BoardView): BoardView {
    if (!this.moving.length || !this.#before) return board;
    const { notes, clear } = this.#before;
    return { ...board, notes, clear };
  }

  /** The movement is over. */
  settle(): void {
    this.moving = [];
  }

  /** Somebody goes on. */
  putAside(): void {
    this.told = this.moving = [];
  }
}
