/** What only chapter 7 draws: standing stones, the roofs that grow on them, the strings to what is theirs. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { roofs, strings } from './hum';
import { keepsakes } from './keepsakes';
import { megaliths, turf } from './megaliths';
import { plans } from './plans';
import sprite from './sprite.svg?raw';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { megalith: ['megalith', 'megalith'] },
  roads: { megalith: { name: 'plan.megalith', missing: 'plan.megalith.missing', scored: 'plan.megalith.scored' } },
  below: turf,
  above: (scene) => strings(scene) + megaliths(scene),
  hints: roofs,
  plans,
  keepsakes,
};
