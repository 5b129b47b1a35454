/** Which envelopes of a table somebody has opened in this browser, and which episodes they were introduced to. */
import { load, save } from '../../base/storage';

interface Stored {
  envelopes: number[];
  /** The match before whose first card "since last time" was read. */
  read: string | null;
  /** The match whose end was told to the last page. */
  told: string | null;
}

const NOTHING: Stored = { envelopes: [], read: null, told: null };

export class OpenedEnvelopes {
  readonly #key: string;
  #stored = $state.raw<Stored>(NOTHING);

  /** A run of the series is opened anew. */
  constructor(table: string, run: number) {
    this.#key = `campaign.${table}.${run}`;
    this.#stored = { ...NOTHING, ...load<Partial<Stored>>(this.#key) };
  }

  has(envelope: number): boolean {
    return this.#stored.envelopes.includes(envelope);
  }

  open(envelope: number): void {
    if (!this.has(envelope)) this.#save({ envelopes: [...this.#stored.envelopes, envelope] });
  }

  hasRead(match: string): boolean {
    return this.#stored.read === match;
  }

  read(match: string): void {
    this.#save({ read: match });
  }

  wasTold(match: string): boolean {
    return this.#stored.told === match;
  }

  tell(match: string): void {
    this.#save({ told: match });
  }

  #save(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    save(this.#key, this.#stored);
  }
}
