import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox';

const first = { type: 'act', match: 'm', seat: 0, n: 3, line: 'place T4 2 C5', hold: true };

describe('the outbox', () => {
  it('sends a line at once and keeps it until it is acknowledged', () => {
    const box = new Outbox();
    expect(box.add('m', 0, 3, 'place T4 2 C5')).toEqual(first);
    expect(box.sent('m', 0)).toBe('place T4 2 C5');
    expect(box.unacknowledged()).toEqual([first]);
    expect(box.unacknowledged()).toEqual([first]);
    expect(box.acknowledged({ match: 'm', seat: 0, n: 3 })).toBeNull();
    expect(box.sent('m', 0)).toBeNull();
    expect(box.unacknowledged()).toEqual([]);
  });

  it('lets a second line of the seat wait and gives it the next number', () => {
    const box = new Outbox();
    box.add('m', 0, 3, 'pass');
    expect(box.add('m', 0, 3, 'undo')).toBeNull();
    expect(box.unacknowledged()).toHaveLength(1);
    expect(box.acknowledged({ match: 'm', seat: 0, n: 3 })).toMatchObject({ n: 4, line: 'undo' });
  });

  it('keeps the seats apart', () => {
    const box = new Outbox();
    box.add('m', 0, 3, 'pass');
    expect(box.add('m', 1, 7, 'pass')).toMatchObject({ seat: 1, n: 7 });
    expect(box.unacknowledged()).toHaveLength(2);
    box.acknowledged({ match: 'm', seat: 1, n: 7 });
    expect(box.sent('m', 0)).toBe('pass');
  });

  it('ignores an acknowledgement it does not wait for', () => {
    const box = new Outbox();
    box.add('m', 0, 3, 'pass');
    box.acknowledged({ match: 'm', seat: 0, n: 2 });
    box.acknowledged({ match: 'old', seat: 0, n: 3 });
    expect(box.sent('m', 0)).toBe('pass');
  });

  it('drops a refused line and those behind it', () => {
    const box = new Outbox();
    box.add('m', 0, 3, 'pass');
    box.add('m', 0, 3, 'undo');
    box.add('m', 1, 3, 'end');
    box.add('other', 0, 3, 'pass');
    box.refused({ match: 'm', seat: 0, n: 3 });
    expect(box.sent('m', 0)).toBeNull();
    expect([box.sent('m', 1), box.sent('other', 0)]).toEqual(['end', 'pass']);
  });

  it('takes a higher number from the server for an acknowledgement', () => {
    const box = new Outbox();
    box.add('m', 0, 3, 'pass');
    box.add('m', 0, 3, 'undo');
    expect(box.stored('m', 0, 3)).toBeNull();
    expect(box.sent('m', 0)).toBe('pass');
    expect(box.stored('m', 0, 4)).toMatchObject({ n: 4, line: 'undo' });
    box.add('m', 1, 3, 'end');
    box.add('other', 0, 3, 'pass');
    expect(box.stored('m', 0, 5)).toBeNull();
    expect(box.lines.map(({ match, seat }) => [match, seat])).toEqual([
      ['m', 1],
      ['other', 0],
    ]);
  });

  it('comes back from the last visit and forgets other matches', () => {
    const box = new Outbox([
      { match: 'old', seat: 0, n: 9, line: 'end' },
      { match: 'm', seat: 0, n: 3, line: 'pass' },
    ]);
    box.keepOnly('m');
    expect(box.unacknowledged()).toEqual([{ type: 'act', match: 'm', seat: 0, n: 3, line: 'pass', hold: true }]);
    box.keepOnly(null);
    expect(box.lines).toEqual([]);
  });
});
