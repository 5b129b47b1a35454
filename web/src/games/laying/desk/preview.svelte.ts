/** What the draft would bring: asked for once per turn, when a piece first lies on the board or the list is open. */
import type { LackView, Outlook } from '../../../base/api/types';
import { readLack, type Lack } from './lacking';

export interface Preview {
  /** The change of the sum. */
  change: number;
  /** The change of each line that changes, by its rule. */
  lines: ReadonlyMap<string, number>;
  /** A draw adds to it. */
  open: boolean;
  /** The cells of lines that reach further then, by rule. */
  cells: ReadonlyMap<string, string>;
  /** What lacks something else then than now. */
  lacks: readonly Lack[];
}

/** The change of what has been won, and of what lies open where that is told apart. */
export function apart({ change, lines }: Preview, open: readonly string[]): { won: number; open: number } {
  const less = open.reduce((sum, rule) => sum + (lines.get(rule) ?? 0), 0);
  return { won: change - less, open: less };
}

export class Previews {
  #answers = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  #lacks = $state.raw<readonly Lack[]>([]);
  #turn = '';

  constructor(private readonly ask: () => Promise<Outlook>) {}

  /** Asks unless that was done in this turn. */
  async load(turn: string): Promise<void> {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#answers = new Map();
    const { answers, lacks } = await this.ask();
    if (turn !== this.#turn) return;
    this.#answers = new Map(answers.map(([line, ...rest]) => [line, read(...rest)]));
    this.#lacks = lacks.map(readLack);
  }

  /** What a line of the tally still lacks, thing by thing. */
  lacksOf(rule: string): readonly Lack[] {
    return this.#lacks.filter((lack) => lack.rule === rule);
  }

  of(line: string | null): Preview | null {
    return (line !== null && this.#answers.get(line)) || null;
  }
}

function read(
  change: number,
  lines: readonly (readonly [string, number])[],
  open: boolean,
  cells: readonly (readonly [string, string])[] = [],
  lacks: readonly LackView[] = [],
): Preview {
  return { change, lines: new Map(lines), open, cells: new Map(cells), lacks: lacks.map(readLack) };
}
