/** What only chapter 8 draws: the ring and its lights, the burning mountain, fire, water and ash. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { keepsakes, lightPlan } from './keepsakes';
import { mountain } from './mountain';
import { portal, sockets } from './portal';
import sprite from './sprite.svg?raw';
import { plans, threats } from './threats';
import { ash, flood, lava } from './waves';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: {
    portal: ['portal', 'portal'],
    segment: ['portal', 'portal'],
    lit_plots: ['portal', 'portal'],
    lava: ['flame', 'flame'],
    sea: ['surge', 'surge'],
  },
  stickers: { h: 'ash' },
  below: (scene) => mountain(scene) + ash(scene) + lava(scene) + flood(scene) + sockets(scene),
  above: portal,
  threats,
  plans: (board, view, say) => [...lightPlan(board, view, say), ...plans(board, view, say)],
  keepsakes,
};
