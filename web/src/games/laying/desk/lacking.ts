/** What things on a board still lack for their points: in words, and the cells that help. */
import type { LackView } from '../../../base/api/types';
import type { Say } from '../../../base/i18n/say';
import { mask, NONE, type Mask } from '../grid/masks';

/** A thing that has no points yet. */
export interface Lack {
  rule: string;
  /** The free cells that help it. */
  free: Mask;
  /** How many things it lacks, and of which kinds where that matters. */
  number: number;
  kinds: readonly string[];
  isPossible: boolean;
}

const MOST = 2; // more would push out what the place brings
const ROAD = 'road';

export const readLack = ([rule, , free, number, kinds, isPossible]: LackView): Lack => ({
  rule,
  free: mask(free),
  number,
  kinds,
  isPossible,
});

/** The free cells where something helps a thing that can still have its points. */
export const helpfulCells = (lacks: readonly Lack[]): Mask =>
  lacks.reduce((all, { free, isPossible }) => (isPossible ? all | free : all), NONE);

const headOf = ({ rule }: Lack): string => rule.split('.')[0] ?? rule;

/** What the draft leaves lacking: what it makes impossible first. Roads that only grow are seen on the board. */
export function draftLacks(lacks: readonly Lack[], say: Say): string[] {
  const told = lacks.filter((lack) => !lack.isPossible || headOf(lack) !== ROAD);
  const lines = [...told]
    .sort((a, b) => Number(a.isPossible) - Number(b.isPossible))
    .map((lack) => lackInWords(lack, say));
  return [...new Set(lines)].slice(0, MOST);
}

function lackInWords(lack: Lack, say: Say): string {
  const { number, isPossible } = lack;
  return say(`web.play.lack.${headOf(lack)}${isPossible ? '' : '.lost'}`, number, { kinds: kindsOf(lack, say) });
}

/** What a line of the tally lacks, thing by thing. */
export function lineLacks(lacks: readonly Lack[], say: Say): string {
  if (!lacks.length) return '';
  const list = lacks.map((lack) => {
    if (!lack.isPossible) return say('web.play.lacks.lost');
    return headOf(lack) === ROAD || !lack.kinds.length ? String(lack.number) : kindsOf(lack, say);
  });
  return say('web.play.lacks', { list: list.join('; ') });
}

const kindsOf = ({ kinds }: Lack, say: Say): string =>
  kinds.map((kind) => say(`kind.${kind}`).toLowerCase()).join(', ');
