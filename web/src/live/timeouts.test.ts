import { describe, expect, it } from 'vitest';
import type { Push } from '../base/api/types';
import { lateIn } from './timeouts';

const push = (news: string[], board: object = {}, seat: number | null = 1, match = 'm'): Push =>
  ({
    match,
    seat,
    news,
    view: {
      boards: [
        { seat: 0, ended: '' },
        { seat: 1, ended: '', passes: 0, ...board },
      ],
    },
  }) as unknown as Push;

describe('an answer for somebody late', () => {
  it('is told to them with what it was', () => {
    expect(lateIn(push([]), push(['@ late 1 pass'], { passes: 1 }))).toEqual({ seat: 1, answer: 'pass' });
    expect(lateIn(push([]), push(['@ late 1 end'], { ended: 'end' }))).toEqual({ seat: 1, answer: 'end' });
    expect(lateIn(push([]), push(['@ late 1 place T4 0 A1', '* deck 2 B-T4']))).toEqual({ seat: 1, answer: 'other' });
  });

  it("is nobody else's business, and no news when the page has just come", () => {
    expect(lateIn(push([]), push(['@ late 0 pass']))).toBeNull();
    expect(lateIn(push([]), push(['@ late 12 pass']))).toBeNull();
    expect(lateIn(undefined, push(['@ late 1 pass']))).toBeNull();
    expect(lateIn(push([], {}, 1, 'other'), push(['@ late 1 pass']))).toBeNull();
    expect(lateIn(push([], {}, null), push(['@ late 1 pass'], {}, null))).toBeNull();
  });
});
