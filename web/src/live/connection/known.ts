/** What deltas may name, kept over connections and matches: the server sends nothing that we say we have. */
import type { Push } from '../../base/api/types';

const MOST = 8; // as many as the server reads: our seats, and some that were shown before

export class KnownValues {
  readonly #kept = new Map<string, Record<string, unknown>>();

  /** The names of what we have, as the address of a new connection says them. */
  get names(): string[] {
    return this.#kept.size ? [...this.#kept.keys()] : [''];
  }

  /** The push with what it may name; null where we do not have it, and the whole is to be asked for. */
  complete(push: Push): Push | null {
    if (push.known_id === undefined) return push;
    const known = push.known ?? this.#kept.get(push.known_id);
    if (!known) return null;
    this.#kept.delete(push.known_id); // the newest is the last
    this.#kept.set(push.known_id, known);
    if (this.#kept.size > MOST) this.#kept.delete([...this.#kept.keys()][0]!);
    return { ...push, known };
  }
}
