import { describe, expect, it } from 'vitest';
import type { Push } from '../api/types';
import { lateIn } from './late';

const push = (news: string[], board: object = {}, seat: number | null = 1, match = 'm'): Push =>
  ({ match, seat, news, view: { boards: [{ seat: 0, ended: '' }, { seat: 1, ended: '', passes: 0, ...board }] } }) as unknown as Push;

describe('an answer for somebody late', () => {
  it('is told to them with what it was', () => {
    expect(lateIn(push([]), push(['@ late 1'], { passes: 1 }))).toEqual({ seat: 1, answer: 'pass' });
    expect(lateIn(push([]), push(['@ late 1'], { ended: 'end' }))).toEqual({ seat: 1, answer: 'end' });
    expect(lateIn(push([]), push(['@ late 1', '* deck 2 B-T4']))).toEqual({ seat: 1, answer: 'other' });
    expect(lateIn(push([]), push(['@ late 1 pass'], { passes: 1 }))).toEqual({ seat: 1, answer: 'pass' });
  });

  it('is nobody else\'s business, and no news when the page has just come', () => {
    expect(lateIn(push([]), push(['@ late 0']))).toBeNull();
    expect(lateIn(push([]), push(['@ late 12']))).toBeNull();
    expect(lateIn(undefined, push(['@ late 1']))).toBeNull();
    expect(lateIn(push([], {}, 1, 'other'), push(['@ late 1']))).toBeNull();
    expect(lateIn(push([], {}, null), push(['@ late 1'], {}, null))).toBeNull();
  });
});
