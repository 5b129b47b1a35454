/** Lists where text becomes markup. What goes in there is drawn by us from shapes, kinds and numbers: no name, no
 * city, nothing that people said. Look at where its parts come from before you add a place. */
import { expect, it } from 'vitest';

/** By file the drawings, or the functions that make them, in their order. */
const PLACES = {
  'games/laying/RulePicture.svelte': 'skin.land skin.symbols art skin.over through',
  'games/laying/board/Board.svelte': 'land standing soon art over paper',
  'games/laying/board/BoardMarks.svelte': 'hints',
  'games/laying/board/BoardThumbnail.svelte': 'below art above paper fallen',
  'games/laying/board/DraftMarks.svelte': 'live',
  'games/laying/board/Ghost.svelte': 'art reasons',
  'games/laying/board/PieceArt.svelte': 'art',
  'games/laying/hand/ChoiceTray.svelte': 'picture.art',
  'games/laying/hand/SymbolTray.svelte': 'drawPiece',
  'games/laying/keepsakes/Keepsakes.svelte': 'one.art',
  'games/laying/keepsakes/KeptPictures.svelte': 'one.art',
  'games/my_city/Lid.svelte': 'below built river',
  'games/my_island/Lid.svelte': 'land laid roads totems',
  'games/point_city/Lid.svelte': 'street',
  'games/point_city/cards/Card.svelte': 'art',
  'games/roll_and_build/Die.svelte': 'pencilled',
  'games/roll_and_build/Lid.svelte': 'land symbols drawn over',
  'games/roll_and_build/PencilBuilding.svelte': 'art',
  'games/roll_and_build/Sheet.svelte': 'land symbols piece over',
};

const OTHER_WAYS = /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc|DOMParser)\b/;
const PARSER = 'base/draw/sprite.ts'; // reads the file of symbols that the build takes in

const SOURCES = Object.entries(
  import.meta.glob<string>('/src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }),
)
  .map(([path, text]): [string, string] => [path.replace('/src/', ''), text])
  .filter(([path]) => !path.endsWith('.test.ts'));

function rawMarkup(text: string): string {
  return [...text.matchAll(/\{@html\s+([\w.]+)/g)].map(([, drawing]) => drawing).join(' ');
}

it('is markup only where our own drawings are', () => {
  const found = SOURCES.map(([path, text]) => [path, rawMarkup(text)]).filter(([, drawings]) => drawings);
  expect(Object.fromEntries(found)).toEqual(PLACES);
});

it('becomes markup in no other way', () => {
  const found = SOURCES.filter(([, text]) => OTHER_WAYS.test(text)).map(([path]) => path);
  expect(found).toEqual([PARSER]);
});

it('counts every place', () => {
  const places = SOURCES.reduce((sum, [, text]) => sum + text.split('{@html').length - 1, 0);
  expect(places).toBe(Object.values(PLACES).join(' ').split(' ').length);
});
