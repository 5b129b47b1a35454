/** What chapter 2 draws: plots behind hedges, the hearth, huts and smoke, a shore that is planted. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { around } from '../../../laying/grid/scene';
import { camp, plots, smoking } from './settlement';
import { jetty, shoreHedge } from './shore';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  stickers: {
    'plot:F': 'plot-f',
    'plot:W': 'plot-w',
    'plot:H': 'plot-h',
    'plot:P': 'plot-p',
  },
  isLand: ({ name }) => name.startsWith('plot:'),
  below: (scene) => around(scene, shoreHedge, jetty, camp) + plots(scene),
  above: smoking,
};
