/** What things on a board still lack for their points, in words. */
import type { LackView } from '../../base/api/types';
import type { Say } from '../../base/i18n/say';

const MOST = 2; // more would push out what the place brings
const ROAD = 'road';

const headOf = ([rule]: LackView): string => rule.split('.')[0] ?? rule;

/** What the draft leaves lacking: what it makes impossible first. Roads that only grow are seen on the board. */
export function draftLacks(lacks: readonly LackView[], say: Say): string[] {
  const told = lacks.filter((lack) => !lack[5] || headOf(lack) !== ROAD);
  const lines = [...told].sort((a, b) => Number(a[5]) - Number(b[5])).map((lack) => lackInWords(lack, say));
  return [...new Set(lines)].slice(0, MOST);
}

function lackInWords(lack: LackView, say: Say): string {
  const [, , , number, , isPossible] = lack;
  return say(`web.play.lack.${headOf(lack)}${isPossible ? '' : '.lost'}`, number, { kinds: kindsOf(lack, say) });
}

/** What a line of the tally lacks, thing by thing. */
export function lineLacks(lacks: readonly LackView[], say: Say): string {
  if (!lacks.length) return '';
  const list = lacks.map((lack) => {
    if (!lack[5]) return say('web.play.lacks.lost');
    return headOf(lack) === ROAD || !lack[4].length ? String(lack[3]) : kindsOf(lack, say);
  });
  return say('web.play.lacks', { list: list.join('; ') });
}

const kindsOf = ([, , , , kinds]: LackView, say: Say): string =>
  kinds.map((kind) => say(`kind.${kind}`).toLowerCase()).join(', ');
