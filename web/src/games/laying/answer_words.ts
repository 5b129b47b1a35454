/** An answer in words: the piece, with what a tile shows, and its square; hexes have no names that a board shows. */
import type { Say } from '../../base/i18n/say';
import { skinOf } from './skin';
import type { View } from './view';

export function answerWords(view: View, answer: readonly (string | number)[], say: Say): string {
  const [verb, ...rest] = answer.map(String);
  if (verb !== 'place') return say(`answer.${verb}`);
  const [shape = '', , cell = ''] = rest;
  const shows = view.shapes[shape]?.[1].length;
  const piece = (shows && skinOf(view).card?.(`-${shape}`, view, say)) || say(`shape.${shape}`);
  return view.grid.lattice === 'hex' ? piece : `${piece}, ${cell}`;
}
