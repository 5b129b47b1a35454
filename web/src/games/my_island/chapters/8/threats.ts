/** Waves to come and waves that came, for the board to hatch and for words. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan, Threat } from '../../../laying/chapter_drawings.svelte';
import { count, mask } from '../../../laying/grid/masks';
import type { BoardView, Hex } from '../../../laying/view';
import { LAVA, SEA } from './waves';

type WaveView = [rule: string, after: number, becomes: string, cells: Hex, struck: boolean];

const LOOKS: Readonly<Record<string, Pick<Threat, 'colour' | 'edge' | 'hatch' | 'from'>>> = {
  [LAVA]: { colour: '#e4572a', edge: '#ffc247', hatch: '#c43d16', from: 'north' },
  [SEA]: { colour: 'var(--sea)', edge: '#fff', hatch: '#23798f', from: 'south' },
};

export function threats(board: BoardView, _: unknown, say: Say): Threat[] {
  const { waves = [] } = board as { waves?: readonly WaveView[] };
  if (board.bare) return [];
  return waves.flatMap(([rule, after, becomes, cells, struck]) => {
    const look = LOOKS[becomes];
    return look ? [{ rule, after, cells, isPast: struck, name: say(`tally.${rule}`), ...look }] : [];
  });
}

/** With the round after which each comes, and how much it would take or has taken. */
export function plans(board: BoardView, view: unknown, say: Say): Plan[] {
  return threats(board, view, say).map(({ rule, name, after, cells, isPast }) => {
    const lost = count(mask(cells));
    return {
      text: `${name}: ${isPast ? say('plan.wave.took', lost) : say('plan.wave.comes', after, lost)}`,
      cells,
      rule,
    };
  });
}
