import { expect, it } from 'vitest';
import { lineInWords, linesOf } from './tally';
import type { Say } from '../../base/i18n/say';
import type { EntryView } from '../../base/api/view';

const rules: [string, number[]][] = [
  ['pass.provision', [1]],
  ['race_covered.vein', [3]],
  ['visible.tree', [1]],
];
const score = ['race_covered.vein', 'visible.tree'];
const start: EntryView = ['start', 10, '0'];
const tree: EntryView = ['visible.tree', 4, '3'];

it('keeps passes and races where they are, with or without points', () => {
  const names = (tally: EntryView[]) =>
    linesOf({ rules, score }, { tally }).map(([rule, points]) => `${rule} ${points}`);
  expect(names([start, tree])).toEqual(['start 10', 'pass 0', 'race_covered.vein 0', 'visible.tree 4']);
  expect(names([start, ['race_covered.vein', 3, '1'], ['pass', -1, '0'], tree])).toEqual([
    'start 10',
    'pass -1',
    'race_covered.vein 3',
    'visible.tree 4',
  ]);
});

it('follows the order of the score block', () => {
  const lines = linesOf({ rules, score: ['visible.tree', 'race_covered.vein'] }, { tally: [tree] });
  expect(lines.map(([rule]) => rule)).toEqual(['pass', 'visible.tree', 'race_covered.vein']);
});

it('has one line for passes where the score block has one', () => {
  const row: EntryView = ['pass_row', 0, '0'];
  const sheet = { rules: [['pass_row', [6]]] as [string, number[]][], score: ['pass_row', 'visible.tree'] };
  expect(linesOf(sheet, { tally: [row, tree] })).toEqual([row, tree]);
});

it('says in one sentence what brings the points of a line', () => {
  const say: Say = (id, ...numbers) => [id, ...numbers].join(' ');
  const words = (line: string) => lineInWords({ rules }, line, say);
  expect(words('visible.tree')).toBe('tally.visible.tree. visible.tree 1.');
  expect(words('pass')).toBe('tally.pass. pass.provision 1.');
  expect(words('start')).toBe('tally.start. web.play.line.start.');
  expect(words('unheard')).toBe('tally.unheard.');
});
