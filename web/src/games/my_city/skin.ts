/** My City on the table: roofs on a green plain, and the river between them. */
import { lit as shared } from '../laying/drawing/highlight';
import Keepsakes from '../laying/keepsakes/Keepsakes.svelte';
import { hasKeepsakes } from '../laying/keepsakes/keepsakes';
import { mask } from '../laying/grid/masks';
import type { Skin } from '../laying/skin';
import { isCleared } from '../laying/stage';
import { building } from './drawing/building';
import { land, river, symbols } from './drawing/land';
import { artPutBy, layerOf, stickerArt } from './drawing/symbols';
import { chapters } from './open_chapters';
import Sign from './Sign.svelte';

const CHURCH = 'C';

export const skin: Skin = {
  land: (scene) => land(scene) + chapters.all(({ below }) => below?.(scene)),
  symbols,
  piece: (grid, piece, look) =>
    building(grid, piece, look) + chapters.all(({ onPiece }) => onPiece?.(grid, piece, look)),
  sticker: (name, rule) => {
    const art = stickerArt(name, rule);
    return art && `p-${art}`;
  },
  artPutBy,
  layerOf,
  hints: (scene) => (isCleared(scene.view) ? '' : chapters.all(({ hints }) => hints?.(scene))),
  answer: (action, board) => chapters.find(({ answer }) => answer?.(action, board)),
  over: (scene) => river(scene, true) + chapters.all(({ above }) => above?.(scene)),
  lit: (scene, entry) => {
    const lit = shared(scene, entry);
    if (entry[0] !== 'church' || entry[1] !== 0) return lit;
    const churches = scene.board.laid.filter(([kind]) => kind === CHURCH);
    return { ...lit, groups: churches.map(([, , , cells]) => scene.grid.positions(mask(cells))) };
  },
  note: (rule) => (rule.startsWith('park.') ? '' : undefined),
  Sign,
  chapters,
  Hints: Keepsakes,
  hasHints: hasKeepsakes,
  words: { 'web.play.tab.hints': 'web.campaign.my_city.mine' },
};
