/**
 * Which envelopes of a table were opened on this device, and which episodes its seats were introduced to. Those who
 * share a device sit around it together: an envelope is opened once. What happened since is told to each of them.
 */
import { load, save } from '../../../base/storage';

interface Stored {
  envelopes: number[];
  /** Per seat, the match before whose first card "since last time" was read. */
  readBy: Readonly<Record<number, string>>;
  /** The match whose end was told to the last page. */
  told: string | null;
}

const NOTHING: Stored = { envelopes: [], readBy: {}, told: null };

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

  hasRead(match: string, seat: number): boolean {
    return this.#stored.readBy[seat] === match;
  }

  read(match: string, seat: number): void {
    this.#save({ readBy: { ...this.#stored.readBy, [seat]: match } });
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
