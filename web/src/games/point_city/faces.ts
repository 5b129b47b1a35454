/** The faces of the deck's cards by their place, as chance has told them: `* tier1 37 down G02-community`. */

type Face = { building: string } | { resource: string };

export class DeckFaces {
  readonly #told = new Map<number, { line: number; face: Face }[]>();
  /** All cards up to the top one are told, so their order is the deck's. */
  readonly #order: readonly number[];

  constructor(lines: readonly string[]) {
    lines.forEach((text, line) => {
      const [, tier, index, side, face] = /^\* tier(\d) (\d+) (up|down) (\S+)$/.exec(text) ?? [];
      if (!face) return;
      const card = Number(tier) * 1000 + Number(index);
      const told = { line, face: side === 'down' ? { building: face } : { resource: face } };
      this.#told.set(card, [...(this.#told.get(card) ?? []), told]);
    });
    this.#order = [...this.#told.keys()].sort((one, two) => one - two);
  }

  /** What a card showed when a line came; of a blind one, what it turned out to be. */
  at(position: number | undefined, line: number): Face | null {
    const told = this.#told.get(this.#order[position ?? -1] ?? -1) ?? [];
    const before = told.filter((one) => one.line < line);
    return (before.find(({ face }) => 'building' in face) ?? before[0] ?? told[0])?.face ?? null;
  }
}
