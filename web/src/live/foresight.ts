/** Questions to the server what each answer of a seat would bring; an answer that does not come is none. */
import type { Foresee, Outlook } from '../base/api/types';

const TIMEOUT_MS = 4_000;
const NOTHING: Outlook = { answers: [], lacks: [] };

export class Foresight {
  #asked = 0;
  readonly #waiting = new Map<number, (outlook: Outlook) => void>();

  constructor(private readonly send: (question: Foresee) => boolean) {}

  ask(match: string, seat: number): Promise<Outlook> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      if (this.send({ type: 'foresee', match, seat, id })) setTimeout(() => this.receive(id, NOTHING), TIMEOUT_MS);
      else this.receive(id, NOTHING);
    });
  }

  receive(id: number, outlook: Outlook): void {
    this.#waiting.get(id)?.(outlook);
    this.#waiting.delete(id);
  }
}
