import { describe, expect, it } from 'vitest';
import { skin } from './skin';
import { chapters } from './open_chapters';
import { geometry } from '../laying/grid/geometry';
import type { GroundView, View } from '../laying/view';
import { hasKeepsakes, keptGroups } from '../laying/keepsakes/keepsakes';

const HISTORY = [
  ['my_city/4', 'my_city/3', 'award.others', 't', 'F5'],
  ['my_city/6', 'my_city/6', 'award.first', 'C-4th', 'W5'],
  ['my_city/7', 'my_city/7', 'award.first', 'progress', 2],
] as const;

const grid = geometry({
  lattice: 'square',
  top: 0,
  left: 0,
  width: 12,
  cells: '7ff7ff7ff7ff7ff7ff',
  joins: [],
  river: [],
});
/** One layer with these cells. */
const ground = (layers: Record<string, string[]>): GroundView => {
  const bit = (name: string): bigint => 1n << BigInt(grid.bit(grid.read(name) ?? [-1, -1]));
  const hex = (cells: string[]): string => cells.reduce((all, name) => all | bit(name), 0n).toString(16);
  const masks = Object.entries(layers).map(([layer, cells]) => [layer, [hex(cells)]]);
  return { open: '0', layers: Object.fromEntries(masks), wants: [] } as unknown as GroundView;
};

const view = (stickers: [string, string][], counts: Record<string, number>): View =>
  ({ seat: 0, boards: [{ brought: { stickers, counts } }] }) as unknown as View;

describe('what is kept', () => {
  it('is told with the episode and the rule that brought it', () => {
    const stickers: [string, string][] = [
      ['t', 'F5'],
      ['C-4th', 'W5'],
      ['t', 'A1'],
      ['note:B', '4'],
    ];
    expect(keptGroups({ stickers }, HISTORY, { ground: ground({ tree: ['F5', 'A1'] }), grid, skin })).toEqual([
      {
        key: 't',
        what: 't',
        putBy: null,
        kept: [
          { where: 'F5', episode: 4, rule: 'award.others' },
          { where: 'A1', episode: null, rule: null },
        ],
      },
      { key: 'C-4th', what: 'C-4th', putBy: null, kept: [{ where: 'W5', episode: 6, rule: 'award.first' }] },
    ]);
  });

  it('leaves out wells that were filled in and trees that were felled', () => {
    const stickers: [string, string][] = [
      ['W', 'B2'],
      ['t', 'F5'],
      ['t', 'A1'],
    ];
    const groups = keptGroups({ stickers }, [], { ground: ground({ tree: ['A1'] }), grid, skin });
    expect(groups.map(({ what, kept }) => [what, kept.map(({ where }) => where)])).toEqual([['t', ['A1']]]);
  });

  it('tells soot apart from rocks that were put for another reason', async () => {
    await chapters.open(5);
    const stickers: [string, string][] = [
      ['R', 'B2'],
      ['R', 'C3'],
    ];
    const history = [
      ['my_city/3', 'my_city/3', 'award.first', 'R', 'B2'],
      ['my_city/15', 'my_city/15', 'soot', 'R', 'C3'],
    ] as const;
    const groups = keptGroups({ stickers }, history, { ground: ground({ rock: ['B2', 'C3'] }), grid, skin });
    expect(groups.map(({ key, putBy }) => [key, putBy])).toEqual([
      ['R', null],
      ['R soot', 'soot'],
    ]);
  });

  it('has no panel where there is nothing', () => {
    expect(hasKeepsakes(view([], {}))).toBe(false);
    expect(hasKeepsakes(view([['t', 'A1']], {}))).toBe(true);
    expect(hasKeepsakes(view([], { progress: 1 }))).toBe(true);
  });
});
