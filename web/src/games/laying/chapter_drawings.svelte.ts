/** Drawings that only a chapter of a campaign has. The server gives their files to those who may know the chapter. */
import { draw } from '../../base/draw/sprite';
import type { Say } from '../../base/i18n/say';
import type { Geometry } from './grid/geometry';
import type { Drawn, Look, Scene } from './grid/scene';
import type { Action, BoardView, Hex, View } from './view';

/** Something drawn for itself, in drawing units. */
export interface Picture {
  art: string;
  width: number;
  height: number;
}

/** A picture with the message that names it. */
export interface NamedPicture extends Picture {
  name: string;
}

/** What stands beside a board for the rest of a campaign. */
export interface Keepsake extends Picture {
  key: string;
  name: string;
  /** How it stands, line by line. */
  about: string[];
  /** The episode that brought it. */
  since: number | null;
  /** Whether something that was given belongs to it. */
  holds: (what: string, rule: string) => boolean;
}

/** A hint for those who plan: in words, with the cells it speaks of. */
export interface Plan {
  text: string;
  cells: Hex;
  /** The rule that promises it. */
  rule: string;
}

/** Cells that are lost after a round, as long as nothing covers them. */
export interface Threat {
  rule: string;
  name: string;
  /** The round after which it strikes. */
  after: number;
  /** What it would take now, or has taken. */
  cells: Hex;
  isPast: boolean;
  /** The colours of what comes, of the edge of its front, and of the cells it threatens. */
  colour: string;
  edge: string;
  hatch: string;
  /** Where it comes from. */
  from: 'north' | 'south';
}

/** Messages about the roads that begin at some thing. */
export interface RoadWords {
  /** What one of the things is called, with its number. */
  name: string;
  /** What the numbers of all of them are. */
  missing: string;
  /** That the road of one is complete. */
  scored: string;
}

/** What a chapter adds to the drawings of its game. */
export interface ChapterDrawing {
  /** An SVG with a symbol for each drawing of its own. */
  sprite?: string;
  /** By layer of the ground: the drawing of one of it on a cell, and of several. */
  symbols?: Readonly<Record<string, readonly [one: string, many: string]>>;
  /** By sticker: the drawing on it. */
  stickers?: Readonly<Record<string, string>>;
  /** The drawing of what some rule has put somewhere, in the place of the ordinary one. */
  putBy?(rule: string): string | undefined;
  /** Land that no earlier chapter has, under all that chapters draw on it. */
  land?(scene: Scene): string;
  /** The message that names the second part of a board. */
  part?: string;
  /** By where roads begin: the messages that speak of them. */
  roads?: Readonly<Record<string, RoadWords>>;
  /** Over the land of a board, under all that is laid. */
  below?(scene: Scene): string;
  /** Over all that is laid. */
  above?(scene: Scene): string;
  /** Over everything, and different with the piece in mind. */
  live?(scene: Scene): string;
  /** Whether a piece of the board is land that the chapter draws: then it is no piece. */
  isLand?(piece: Pick<Drawn, 'name'>): boolean;
  /** On one piece, wherever it lies. */
  onPiece?(grid: Geometry, piece: Drawn, look: Look): string;
  /** Quiet signs for those who plan, over all that is laid. */
  hints?(scene: Scene): string;
  /** The same in words. */
  plans?(board: BoardView, view: View, say: Say): Plan[];
  /** What will strike after some rounds, or has. */
  threats?(board: BoardView, view: View, say: Say): Threat[];
  /** What stands beside the board. */
  keepsakes?(board: BoardView, say: Say): Keepsake[];
  /** The picture of an answer one may choose. */
  answer?(action: Action, board: BoardView): NamedPicture | undefined;
}

export interface ChapterFile {
  drawing: ChapterDrawing;
}

/** `./chapters/3/index.ts` and how it is loaded, as `import.meta.glob` finds them. */
type Files = Readonly<Record<string, () => Promise<ChapterFile>>>;

export class ChapterDrawings {
  readonly #game: string;
  readonly #files: Files;
  readonly #asked = new Set<number>();
  /** By chapter, whichever was loaded first. */
  #open = $state.raw<readonly ChapterDrawing[]>([]);
  readonly #loaded: ChapterDrawing[] = [];

  constructor(game: string, files: Files) {
    this.#game = game;
    this.#files = files;
  }

  /** The first answer that an open chapter has; boards ask again when another one opens. */
  find<Found>(ask: (drawing: ChapterDrawing) => Found | undefined): Found | undefined {
    for (const drawing of this.#open) {
      const found = ask(drawing);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether an open chapter draws this piece of a board as land: nobody has laid it. */
  isLand(piece: Pick<Drawn, 'name'>): boolean {
    return this.#open.some((drawing) => drawing.isLand?.(piece));
  }

  /** What all open chapters draw, one after another. */
  all(art: (drawing: ChapterDrawing) => string | undefined): string {
    return this.#open.map((drawing) => art(drawing) ?? '').join('');
  }

  /** What all open chapters have, in the order in which they were opened. */
  each<Found>(ask: (drawing: ChapterDrawing) => readonly Found[] | undefined): Found[] {
    return this.#open.flatMap((drawing) => ask(drawing) ?? []);
  }

  /** Loads what a chapter draws, where it draws anything; what fails is asked for again the next time. */
  async open(chapter: number): Promise<void> {
    const load = this.#files[`./chapters/${chapter}/index.ts`];
    if (!load || this.#asked.has(chapter)) return;
    this.#asked.add(chapter);
    try {
      const { drawing } = await load();
      if (drawing.sprite) draw(drawing.sprite, `${this.#game}_${chapter}`);
      this.#loaded[chapter] = drawing;
      this.#open = Object.values(this.#loaded);
    } catch {
      this.#asked.delete(chapter);
    }
  }
}
