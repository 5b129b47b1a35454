/** Questions to the server what each answer of a seat would bring; an answer that does not come is none. */
import type { Foresee, Foreseen } from '../base/api/types';

const TIMEOUT_MS = 4_000;

export class Foresight {
  #asked = 0;
  readonly #waiting = new Map<number, (answers: readonly Foreseen[]) => void>();

  constructor(private readonly send: (question: Foresee) => boolean) {}

  ask(match: string, seat: number): Promise<readonly Foreseen[]> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      if (this.send({ type: 'foresee', match, seat, id })) setTimeout(() => this.receive(id, []), TIMEOUT_MS);
      else this.receive(id, []);
    });
  }

  receive(id: number, answers: readonly Foreseen[]): void {
    this.#waiting.get(id)?.(answers);
    this.#waiting.delete(id);
  }
}
