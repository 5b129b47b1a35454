/** Drawings that only a chapter of a campaign has. The server gives their files to those who may know the chapter. */
import { draw } from '../../base/draw/sprite';
import type { Scene } from './scene';

/** What a chapter adds to the drawings of its game. */
export interface ChapterDrawing {
  /** An SVG with a symbol for each drawing of its own. */
  sprite?: string;
  /** By layer of the ground: the drawing of one of it on a cell, and of several. */
  symbols?: Readonly<Record<string, readonly [one: string, many: string]>>;
  /** By sticker: the drawing on it. */
  stickers?: Readonly<Record<string, string>>;
  /** Over the land of a board, under all that is laid. */
  below?(scene: Scene): string;
  /** Over all that is laid. */
  above?(scene: Scene): string;
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
  #open = $state.raw<readonly ChapterDrawing[]>([]);

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

  /** What all open chapters draw, one after another. */
  all(art: (drawing: ChapterDrawing) => string | undefined): string {
    return this.#open.map((drawing) => art(drawing) ?? '').join('');
  }

  /** Loads what a chapter draws, where it draws anything; what fails is asked for again the next time. */
  async open(chapter: number): Promise<void> {
    const load = this.#files[`./chapters/${chapter}/index.ts`];
    if (!load || this.#asked.has(chapter)) return;
    this.#asked.add(chapter);
    try {
      const { drawing } = await load();
      if (drawing.sprite) draw(drawing.sprite, `${this.#game}_${chapter}`);
      this.#open = [...this.#open, drawing];
    } catch {
      this.#asked.delete(chapter);
    }
  }
}
