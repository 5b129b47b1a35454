import { describe, expect, it } from 'vitest';
import type { View } from './view';
import { hasKeepsakes, keptGroups } from './keepsakes';

const HISTORY = [
  ['my_city/4', 'my_city/3', 'award.others', 't', 'F5'],
  ['my_city/6', 'my_city/6', 'award.first', 'C-4th', 'W5'],
  ['my_city/7', 'my_city/7', 'award.first', 'progress', 2],
] as const;

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
    expect(keptGroups({ stickers }, HISTORY)).toEqual([
      {
        what: 't',
        kept: [
          { where: 'F5', episode: 4, rule: 'award.others' },
          { where: 'A1', episode: null, rule: null },
        ],
      },
      { what: 'C-4th', kept: [{ where: 'W5', episode: 6, rule: 'award.first' }] },
    ]);
  });

  it('has no panel where there is nothing', () => {
    expect(hasKeepsakes(view([], {}))).toBe(false);
    expect(hasKeepsakes(view([['t', 'A1']], {}))).toBe(true);
    expect(hasKeepsakes(view([], { progress: 1 }))).toBe(true);
  });
});
