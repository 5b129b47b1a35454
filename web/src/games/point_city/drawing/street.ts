/** Five houses in a row for the lid of the box: few forms and no motif, so that the start page stays light. */
import { Studio } from './compose';
import { awning, block, box, disc, door, flag, gable, pane, panes, tree } from './strokes';

const STEP = 100;
const HOUSES: readonly (readonly [kind: string, text: string])[] = [
  [
    'economy',
    'block 20 72 40; box 17 28 78 5 k; panes 28 36 4 1 16 0 9 8; awning 19 48 74 k 9; box 26 58 23 14 g; ' +
      'box 65 58 20 14 g; door 53 8 13 j; tree 104 5',
  ],
  [
    'points',
    'block 46 20 62 w; k M42,12l14,-18l14,18z; box 43 10 26 5 t; disc 56 24 8 x; -i M56,24v-6M56,24l4,3 1.8; ' +
      'pane 53 38 6 9; door 51 10 14 j; block 18 24 20; gable 18 24 52 12 b; block 70 24 20; gable 70 24 52 12 b; ' +
      'pane 25 57 8 7; pane 79 57 8 7',
  ],
  [
    'community',
    'block 8 26 34; box 6 36 30 4 k; panes 13 44 3 2 7 10 4 6; block 40 30 52; box 38 18 34 4 k; ' +
      'panes 45 26 3 4 8 10 5 6; block 76 28 40; box 74 30 32 4 k; panes 81 38 3 3 7 10 4 6; door 52 6 8 j',
  ],
  [
    'ecology',
    'g M20,72v-26l36,-24l36,24v26z; disc 36 66 6 k; disc 54 65 7 f; disc 74 66 6 k; ' +
      '-i M20,46h72M38,72v-38M56,72v-50M74,72v-38 1.4; box 18 69 76 4 w; tree 104 6; tree 8 7',
  ],
  [
    'energy',
    'block 40 60 20; l M34,52l12,-20h58l-4,20z; -c M42,39h60M38,46h62M60,32l-7,20M76,32l-4,20M92,32l-2,20 1.2; ' +
      'pane 50 58 8 8; door 68 9 13 k; pane 86 58 8 8; tree 20 9; flag 28 36 b',
  ],
];
const studio = new Studio({ awning, block, box, disc, door, flag, gable, pane, panes, tree });

export const street = (): string =>
  HOUSES.map(
    ([kind, text], i) => `<g transform="translate(${i * STEP - 54} 62)">${studio.draw(text, `var(--${kind})`)}</g>`,
  ).join('');
