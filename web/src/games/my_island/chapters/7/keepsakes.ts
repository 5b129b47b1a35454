/** The roofs beside an island, once none of them grows any more. */
import type { Say } from '../../../../base/i18n/say';
import type { Keepsake } from '../../../laying/chapter_drawings.svelte';
import type { BoardView } from '../../../laying/view';
import { megalith } from './megaliths';
import { PARTS, partsOf, ROOF, roofsOf } from './stones';

const [WIDE, HIGH] = [222, 84];
const SYMBOLS = ['F', 'H', 'W'] as const;

export function keepsakes(board: BoardView, say: Say): Keepsake[] {
  const built = SYMBOLS.map((symbol) => ({ symbol, parts: partsOf(board, symbol) }));
  if ((roofsOf(board).length && !board.takes) || built.every(({ parts }) => !parts)) return [];
  return [
    {
      key: 'roofs',
      name: say('tally.spot.megalith.own'),
      about: built.map(
        ({ symbol, parts }) => `${say(`series.count.${ROOF}${symbol}`)}: ${say('plan.roof.has', parts, PARTS)}`,
      ),
      since: 19,
      holds: (what) => what.startsWith(ROOF),
      art: built
        .map((stone, i) => megalith([WIDE / 2 + (i - 1) * 74, HIGH - 26], { ...stone, thing: '0' }, 0, false))
        .join(''),
      width: WIDE,
      height: HIGH,
    },
  ];
}
