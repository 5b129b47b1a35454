import { describe, expect, it } from 'vitest';
import { geometry } from '../grid/geometry';
import { inHand, judge, lineOf } from './draft';
import { putBy, stickerPieces, stickersIn } from './stickers';
import type { GridView } from '../view';

const GRID: GridView = { lattice: 'square', top: 0, left: 0, width: 4, cells: '77', joins: [], river: [] };

describe('a sticker', () => {
  const grid = geometry(GRID);
  const choice = {
    from: 'my_city/1',
    rule: 'award.first',
    what: ['R'],
    legal: '2',
    lacks: { 'stick.on.square': '75' },
  };
  const pieces = stickerPieces(choice, GRID.cells);

  it('is a piece of one cell that the masks of its choice judge', () => {
    const at = (name: string) => ({ ...inHand(pieces), at: grid.read(name) });
    expect(judge(pieces, grid, at('B1'))).toEqual({ legal: true, rules: [] });
    expect(judge(pieces, grid, at('A1'))).toEqual({ legal: false, rules: ['stick.on.square'] });
    expect(judge(pieces, grid, at('D1'))).toEqual({ legal: false, rules: ['edge'] });
  });

  it('is put with a line of its own', () => {
    expect(lineOf(pieces, grid, { ...inHand(pieces), at: grid.read('B1') })).toBe('stick R B1');
  });
});

describe('what was put', () => {
  it('is what the own lines say, without what was taken back', () => {
    const lines = ['0 end', '0 stick R B1', '1 stick t C2', '0 undo', '0 stick R C1', '* deck 0 R-O4'];
    expect(putBy(lines, 0)).toEqual([['R', 'C1']]);
    expect(putBy(lines, 1)).toEqual([['t', 'C2']]);
  });

  it('is among what was kept, unless no cell took it', () => {
    const kept = [
      ['award.first', 'progress', 2],
      ['award.first', 'R', 'B1'],
      ['award.everyone', 'W', ''],
      ['award.first', 'later', 0],
    ] as const;
    expect(stickersIn(kept, { grid: GRID })).toEqual([['R', 'B1', 'award.first']]);
  });

  it('does not take the shape of a card for a cell', () => {
    expect(stickersIn([['award.first', 'C-4th', 'W5']], { grid: GRID })).toEqual([]);
  });
});
