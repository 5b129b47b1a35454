import { beforeEach, describe, expect, it } from 'vitest';
import type { Outlook } from '../../../base/api/types';
import { Previews } from './preview.svelte';

describe('what the answers would bring', () => {
  const place = 'place I2 0 A1';
  const outlook = (change: number, rule: string): Outlook =>
    ({ answers: [[place, change, 0, [], false, []]], lacks: [[rule, '1', '2', 1, [], true]] }) as unknown as Outlook;
  let waiting: ((outlook: Outlook) => void)[];
  let all: Previews;

  beforeEach(() => {
    waiting = [];
    all = new Previews(() => new Promise((resolve) => void waiting.push(resolve)));
  });

  it('is asked once in a turn, and forgotten with the next', async () => {
    const first = all.load('1');
    await all.load('1');
    expect(waiting).toHaveLength(1);
    waiting.pop()!(outlook(3, 'well.well'));
    await first;
    expect(all.of(place)?.change).toBe(3);
    void all.load('2');
    expect(all.of(place)).toBeNull();
  });

  it('is not taken from a turn that is over', async () => {
    const [first, second] = [all.load('1'), all.load('2')];
    waiting.pop()!(outlook(2, 'well.well'));
    waiting.pop()!(outlook(1, 'visible.tree'));
    await Promise.all([first, second]);
    expect([all.of(place)?.change, all.lacksOf('well.well').length]).toEqual([2, 1]);
    expect(all.lacksOf('visible.tree')).toEqual([]);
  });
});
