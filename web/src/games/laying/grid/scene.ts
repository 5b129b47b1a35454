/** What is drawn: a board with all that lies on it, and single pieces. */
import type { Geometry, Position } from './geometry';
import type { GivenView } from '../../contract';
import type { BoardView, GroundView, Hex, View } from '../view';

/** One board to draw. */
export interface Scene {
  view: View;
  grid: Geometry;
  board: BoardView;
  ground: GroundView;
  /** Unique in the page: the beginning of the names of clips. */
  id: string;
  /** Seen from afar: less detail. */
  small: boolean;
  /** A few cells of a board, with nothing around them: an example. */
  part?: boolean;
  /** What the piece in mind would change: the cells that a line of the score then counts, by its rule. */
  foreseen?: ReadonlyMap<string, Hex>;
  /** What its seat was given in its campaign so far. */
  given?: readonly GivenView[];
}

/** A piece to draw, wherever it lies: its cells, and what each of them shows. */
export interface Drawn {
  name: string;
  kind: string;
  cells: readonly Position[];
  marks: readonly string[];
  /** How it was turned when it was laid; its cells are in reading order then. */
  orientation?: number;
  /** Of a sticker: the rule that gives it. */
  rule?: string | undefined;
}

export interface Look {
  /** Unique in the page. */
  id: string;
  small?: boolean;
  /** Held above the board: a longer shadow. */
  lift?: boolean;
  /** The board it stands on; none in the hand, in the deck, as a ghost. */
  scene?: Scene;
  /** The board of the seat it belongs to, where that is known. */
  owner?: BoardView;
}

/** Scenery around a board and on its empty ground; an example of a few cells has none. */
export function around(scene: Scene, ...drawings: ((scene: Scene) => string)[]): string {
  return scene.part ? '' : drawings.map((draw) => draw(scene)).join('');
}
