/** What stands beside an island at the end: three roofs, and the ring with its lights. */
import type { Say } from '../../../../base/i18n/say';
import type { Keepsake, Plan } from '../../../laying/chapter_drawings.svelte';
import { mask } from '../../../laying/masks';
import type { BoardView } from '../../../laying/view';
import { megalith } from '../7/megaliths';
import { PARTS } from '../7/stones';
import { isLit, lightsOf, type Arc } from './lights';
import { ring } from './portal';

const ROOF = 'roof:';
const [WIDE, HIGH] = [288, 78];
const SYMBOLS = ['F', 'H', 'W'] as const;

export function keepsakes(board: BoardView, say: Say): Keepsake[] {
  const lights = lightsOf(board);
  return lights.length ? [portal(board, say), roofs(board, say)] : [];
}

const SIXTH = Math.PI / 3;

function portal(board: BoardView, say: Say): Keepsake {
  const lights = lightsOf(board);
  const arcs = lights.map(({ state }, i): Arc => ({ angle: i * SIXTH - Math.PI / 2, state }));
  return {
    key: 'portal',
    name: say('layer.portal'),
    about: [say('plan.portal', lights.filter(isLit).length, lights.length)],
    since: 22,
    holds: (_, rule) => rule === 'lit_plots',
    art: ring([WIDE / 2, HIGH / 2], arcs, 1.1),
    width: WIDE,
    height: HIGH,
  };
}

function roofs(board: BoardView, say: Say): Keepsake {
  const { counts } = board.takes ?? board.brought;
  const parts = (symbol: string): number => Math.min(PARTS, counts[ROOF + symbol] ?? 0);
  return {
    key: 'roofs',
    name: say('layer.megalith'),
    about: SYMBOLS.map((symbol) => `${say(`series.count.${ROOF}${symbol}`)}: ${say('plan.roof', parts(symbol), PARTS)}`),
    since: 19,
    holds: (what) => what.startsWith(ROOF),
    art: SYMBOLS.map((symbol, i) => megalith([WIDE / 2 + (i - 1) * 84, HIGH - 26], { thing: '0', symbol, parts: parts(symbol) }, 0, false)).join(''),
    width: WIDE,
    height: HIGH,
  };
}

/** How many segments can still be lit now; the cells of those are lit. */
export function lightPlan(board: BoardView, _: unknown, say: Say): Plan[] {
  const lights = board.bare ? [] : lightsOf(board);
  const [first] = lights;
  if (!first) return [];
  const open = lights.filter(({ state }) => state === 'open').reduce((cells, { cell }) => cells | mask(cell), 0n);
  const text = say('plan.portal', lights.filter(isLit).length, lights.length);
  return [{ text: `${say(`tally.${first.rule}`)}: ${text}`, cells: open.toString(16), rule: first.rule }];
}
