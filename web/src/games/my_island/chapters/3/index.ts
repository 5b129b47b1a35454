/** What only chapter 3 draws: faces in the green, black sails, buried gold. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { sails } from './pirates';
import { closedSites, openSites } from '../../drawing/sites';
import sprite from './sprite.svg?raw';
import { eyes, fronds } from './totems';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { bay: ['pirate', 'pirate'], treasure: ['treasure', 'treasure'] },
  below: (scene) => eyes(scene) + openSites(scene, 'treasure', 'treasure'),
  above: (scene) => fronds(scene) + sails(scene) + closedSites(scene, 'treasure', 'gold'),
};
