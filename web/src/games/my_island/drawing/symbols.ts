/** The four symbols of the tiles: the name of each drawing and the beginning of its colours. */
export const SYMBOLS: Readonly<Record<string, string>> = { F: 'field', W: 'wall', H: 'house', P: 'path' };
export const ROAD = 'P';

/** The words of a rule: `cover:P@treasure>=3` has three and a number. */
export const wordsOf = (rule: string): string[] => rule.split(/[.:@<>=]+/);

/** The symbol a rule speaks of: `new_group.F`, `most.largest:P`, `road.P.totem.beach`. */
export function symbolOf(rule: string): string | undefined {
  return wordsOf(rule).find((word) => word in SYMBOLS);
}
