/** My Island on the table: hexes in the sea, roads across tiles, and signs for those who plan. */
import type { Say } from '../../base/i18n/say';
import { lit as shared } from '../laying/drawing/highlight';
import { mask } from '../laying/grid/masks';
import { drawnCard } from '../laying/grid/pieces';
import type { Drawn } from '../laying/grid/scene';
import type { Skin } from '../laying/skin';
import { boardOf, isCleared } from '../laying/stage';
import type { View } from '../laying/view';
import Deck from './Deck.svelte';
import { hints, reasons } from './drawing/hints';
import { frame, land, totems } from './drawing/land';
import { roads } from './drawing/roads';
import { signs } from './drawing/signs';
import { tile } from './drawing/tile';
import Hints from './Hints.svelte';
import { boardShown, hasKeepsakes } from '../laying/keepsakes/keepsakes';
import { racesOf } from '../laying/tally/races';
import { chapters } from './open_chapters';
import Sign from './Sign.svelte';

export const skin: Skin = {
  frame,
  parts: () => ['web.my_island.island', ...chapters.each(({ part }) => (part ? [part] : []))],
  land: (scene) =>
    land(scene) + chapters.all((one) => one.land?.(scene)) + signs(scene) + chapters.all(({ below }) => below?.(scene)),
  symbols: () => '',
  piece: (grid, piece, look) =>
    chapters.isLand(piece) ? '' : tile(grid, piece, look) + chapters.all(({ onPiece }) => onPiece?.(grid, piece, look)),
  sticker: (name) => {
    const art = chapters.find(({ stickers }) => stickers?.[name]);
    return art ? `i-${art}` : null;
  },
  over: (scene) => roads(scene) + totems(scene) + chapters.all(({ above }) => above?.(scene)),
  live: (scene) => chapters.all(({ live }) => live?.(scene)),
  hints: (scene) => (isCleared(scene.view) ? '' : hints(scene) + chapters.all((one) => one.hints?.(scene))),
  chapters,
  reasons,
  lit: (scene, entry) => {
    const lit = shared(scene, entry);
    if (!entry[0].startsWith('road')) return lit;
    const missing = scene.board.roads.flatMap(([, , scored, cells]) =>
      scored || cells === null ? [] : scene.grid.positions(mask(cells)),
    );
    return { ...lit, single: missing.map((cell) => ({ cell, points: null })) };
  },
  card: (card, view, say) => {
    const drawn = drawnCard(card, view);
    return drawn ? `${say(`shape.${drawn.name}`)}: ${symbols(drawn, say)}` : card;
  },
  about: symbols,
  note: (rule, view, seat, say) => {
    const compared = view.majorities.find(([id]) => id === rule);
    if (!compared) return comesAfter(rule, view, seat, say);
    const [, counts] = compared;
    const mine = counts[seat] ?? 0;
    const [, ahead] = view.boards[seat]?.leads?.find(([id]) => id === rule) ?? [];
    return (ahead ?? 0) < 0 ? say('web.my_island.behind', mine, Math.max(...counts)) : `${mine}`;
  },
  ruler: 55,
  words: {
    'web.play.build': 'web.my_island.build',
    'web.play.build.short': 'web.my_island.build.short',
    'web.play.done.place': 'web.my_island.done.place',
    'web.play.log.place': 'web.my_island.log.place',
    'web.play.board.mine': 'web.my_island.board.mine',
    'web.play.laid': 'web.my_island.laid',
    'web.play.take': 'web.my_island.take',
    'web.play.take.touch': 'web.my_island.take.touch',
  },
  Sign,
  Deck,
  Hints,
  hasHints: (view) => {
    return Boolean(view.majorities.length || racesOf(view).length || hasKeepsakes(view) || hasPlans(view));
  },
};

/** After which round something strikes that has not done so yet. */
function comesAfter(rule: string, view: View, seat: number, say: Say): string | undefined {
  const threats = chapters.each((one) => one.threats?.(boardOf(view, seat), view, say));
  const next = threats.find((threat) => threat.rule === rule && !threat.isPast);
  return next && say('web.play.threat.after', next.after);
}

/** Whether there is a road to think of, or anything a chapter has to say. */
function hasPlans(view: View): boolean {
  const board = boardShown(view);
  if (!board) return false;
  return board.roads.length + chapters.each(({ plans }) => plans?.(board, view, (id) => id)).length > 0;
}

/** What the cells of a tile show: "house, field, path". */
function symbols({ marks }: Drawn, say: Say): string {
  return marks.map((mark) => say(`kind.${mark}`).toLowerCase()).join(', ');
}
