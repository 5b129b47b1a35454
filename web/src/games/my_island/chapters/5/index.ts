/** What only chapter 5 draws: the plateau and its tunnels, harbours, ruins. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { harbours } from './harbours';
import { ground, ruins } from './plateau';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { harbour: ['harbour', 'harbour'], ruin: ['ruin', 'ruin'], plateau: ['upland', 'upland'] },
  part: 'plan.plateau',
  roads: { harbour: { name: 'plan.harbour', missing: 'plan.harbour.missing', scored: 'plan.harbour.scored' } },
  land: ground,
  above: (scene) => harbours(scene) + ruins(scene),
};
