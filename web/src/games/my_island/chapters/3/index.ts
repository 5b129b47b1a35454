/** What only chapter 3 draws: faces in the green, black sails, buried gold. */
import type { ChapterDrawing } from '../../../laying/chapter_drawings.svelte';
import { around } from '../../../laying/grid/scene';
import { sails } from './pirates';
import { plans } from './plans';
import { rings } from './rings';
import { closedSites, openSites } from './sites';
import sprite from './sprite.svg?raw';
import { eyes, fronds } from './totems';

export const drawing: ChapterDrawing = {
  sprite,
  symbols: { t: ['totem', 'totem'], bay: ['pirate', 'pirate'], treasure: ['treasure', 'treasure'] },
  below: (scene) => around(scene, eyes) + openSites(scene, 'treasure', 'treasure'),
  hints: rings,
  plans,
  above: (scene) => fronds(scene) + sails(scene) + closedSites(scene, 'treasure', 'gold'),
};
