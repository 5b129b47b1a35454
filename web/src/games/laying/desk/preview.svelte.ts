/** What the draft would bring: asked for once per turn, when a piece first lies on the board or the list is open. */
import type { LackView, Outlook } from '../../../base/api/types';
import { readLack, type Lack } from './lacking';

export interface Preview {
  /** The change of what is won and open. */
  change: number;
  /** What of it is booked at once. */
  won: number;
  /** The change of each line that changes, by its rule. */
  lines: ReadonlyMap<string, number>;
  /** A draw adds to it. */
  open: boolean;
  /** What lines are compared by then: the others can still change what these bring. */
  compared: ReadonlyMap<string, number>;
  /** The cells of lines that reach further then, by rule. */
  cells: ReadonlyMap<string, string>;
  /** What lacks something else then than now. */
  lacks: readonly Lack[];
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
  won: number,
  lines: readonly (readonly [string, number])[],
  open: boolean,
  compared: readonly (readonly [string, number])[],
  cells: readonly (readonly [string, string])[] = [],
  lacks: readonly LackView[] = [],
): Preview {
  return {
    change,
    won,
    lines: new Map(lines),
    open,
    compared: new Map(compared),
    cells: new Map(cells),
    lacks: lacks.map(readLack),
  };
}
