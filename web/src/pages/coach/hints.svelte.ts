/** What the coach would do on my seat: asked for, shown until the next answer. */
import { call } from '../../base/api/call';
import type { Answer, Hint } from '../../base/api/coach';
import type { Table } from '../../base/api/types';
import type { Tried } from '../../games/contract';

/** Whether nobody but me plays at a table, not even at my device: only then the coach gives hints. */
export const isAlone = (table: Table): boolean =>
  table.seats.filter(({ sitter }) => sitter?.kind === 'person').length === 1 &&
  !table.sleepers?.some(({ sitter }) => sitter?.kind === 'person');

export class CoachHints {
  /** Whether the list lies open. */
  open = $state(false);
  busy = $state(false);
  failed = $state.raw<unknown>(null);
  /** The answer that is to be tried on the table. */
  tried = $state.raw<Tried | null>(null);
  #hints = $state.raw<readonly Hint[]>([]);
  #turn = $state('');

  /** The hints for a turn, if they were asked for. */
  at(turn: string): readonly Hint[] {
    return turn === this.#turn ? this.#hints : [];
  }

  tryOut(answer: Answer): void {
    this.tried = { answer };
    this.open = false;
  }

  async ask(match: string, seat: number, turn: string): Promise<void> {
    this.open = true;
    if (this.busy || (turn === this.#turn && !this.failed)) return;
    [this.busy, this.failed, this.#hints, this.#turn] = [true, null, [], turn];
    try {
      const { answers } = await call<{ answers: Hint[] }>('POST', `/api/matches/${match}/hint?seat=${seat}`);
      if (turn === this.#turn) this.#hints = answers;
    } catch (error) {
      this.failed = error;
    } finally {
      this.busy = false;
    }
  }
}
