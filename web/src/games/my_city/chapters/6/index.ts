/** What only chapter 6 draws: three gates in the mountain, and the shafts behind them. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { chains, shaftFor, shafts, words } from './shafts';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: {
    mine_blue: ['mine-b', 'mine-b'],
    mine_red: ['mine-r', 'mine-r'],
    mine_yellow: ['mine-y', 'mine-y'],
    'dig.B': ['mine-b', 'mine-b'],
    'dig.R': ['mine-r', 'mine-r'],
    'dig.Y': ['mine-y', 'mine-y'],
  },
  stickers: { MB: 'mine-b', MR: 'mine-r', MY: 'mine-y', box: 'lift' },
  keepsakes: shafts,
  answer: shaftFor,
  hints: chains,
  plans: words,
};
