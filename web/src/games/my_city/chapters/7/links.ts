/** Chains and the link in the making: the cells it still lacks, and both in words. */
import type { Say } from '../../../../base/i18n/say';
import type { Plan } from '../../../laying/chapter_drawings.svelte';
import { short } from '../../../laying/grid/geometry';
import { count, mask } from '../../../laying/grid/masks';
import type { Scene } from '../../../laying/grid/scene';
import type { BoardView, Hex } from '../../../laying/view';

/** Rule, whether it is reached, the cells missing; null where no way is left. */
type Link = [rule: string, reached: boolean, missing: Hex | null];
type Chain = [rule: string, cells: Hex, buildings: number];
type LinkedBoard = BoardView & { links?: Link[]; chains?: Chain[] };

const linksOf = (board: BoardView): Link[] => (board as LinkedBoard).links ?? [];

/** Footsteps over the cells that are missing. */
export function missing({ grid, board }: Pick<Scene, 'grid' | 'board'>): string {
  return linksOf(board)
    .filter(([, reached]) => !reached)
    .flatMap(([, , cells]) => grid.positions(mask(cells ?? '0')))
    .map((cell) => {
      const [x, y] = grid.middle(cell);
      return (
        `<rect x="${short(x - 16)}" y="${short(y - 16)}" width="32" height="32" rx="7" fill="none"` +
        ` stroke="var(--ink)" stroke-width="1.6" stroke-dasharray="3 5" opacity=".75"/>`
      );
    })
    .join('');
}

export function words(board: BoardView, _: unknown, say: Say): Plan[] {
  const chains = ((board as LinkedBoard).chains ?? []).filter(([rule]) => rule.startsWith('chain.'));
  return [
    ...chains.map(([rule, cells, buildings]) => ({
      text: `${say(`tally.${rule}`)}: ${buildings}`,
      cells,
      rule,
    })),
    ...linksOf(board).map(([rule, reached, cells]) => ({
      text: `${say(`tally.${rule}`)}: ${linkWords(reached, cells, say)}`,
      cells: reached ? '0' : (cells ?? '0'),
      rule,
    })),
  ];
}

function linkWords(reached: boolean, cells: Hex | null, say: Say): string {
  if (reached) return say('plan.link.reached');
  return cells === null ? say('plan.link.none') : say('plan.link.missing', count(mask(cells)));
}
