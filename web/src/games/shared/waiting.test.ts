import { describe, expect, it } from 'vitest';
import type { Say } from '../../base/i18n/say';
import type { Head } from '../../base/api/view';
import type { Sitter } from '../contract';
import { around, awaited, isShut, waiting, waitingShort, waitsForPeople, wonBy, worth, worthInWords } from './waiting';

const say: Say = (id, ...numbers) => [id, ...numbers].join(' ');
const names = ['Hania', 'Ola', 'Bot'];
const view = (...to_act: number[]): Head => ({ to_act, boards: [{}, {}, {}] }) as Head;

describe('waiting', () => {
  it('names the others', () => {
    expect(awaited(view(0, 1, 2), 0, names)).toBe('Ola, Bot');
    expect(waiting(view(1), 0, names, say)).toBe('web.play.waiting Ola');
    expect(waiting(view(0), 0, names, say)).toBe('');
  });

  it('fits on a button', () => {
    const short = (...to_act: number[]) => waitingShort(view(...to_act), 0, names, ['me', 'person', 'bot'], say);
    expect(short(0)).toBe('');
    expect(short(2)).toBe('web.play.waiting Bot');
    expect(short(1, 2)).toBe('web.play.waiting.people 2');
    expect(waitingShort(view(1, 2), 0, names, ['me', 'bot', 'bot'], say)).toBe('web.play.waiting.bots 2');
  });

  it('names nobody while the boards are shut', () => {
    const shut = { ...view(1, 2), sealed: true };
    expect(waiting(shut, 0, names, say)).toBe('web.play.sealed.wait');
    expect(waitingShort(shut, 0, names, ['me', 'person', 'bot'], say)).toBe('web.play.sealed.wait');
    expect(waiting({ ...shut, sealed: false }, 0, names, say)).toBe('web.play.waiting Ola, Bot');
  });

  it('knows only what the own board is worth while the others are shut', () => {
    const boards = [{ value: -39 }, { value: -36 }];
    const shut = { seat: 0, sealed: true, boards } as Head;
    expect([0, 1].map((seat) => worth(shut, seat))).toEqual(['−39', '–']);
    expect([0, 1].map((seat) => isShut({ ...shut, seat: null }, seat))).toEqual([true, true]);
    expect(worth({ ...shut, sealed: false }, 1)).toBe('−36');
  });

  it('begins with oneself', () => {
    expect(around(view(), 1)).toEqual([1, 2, 0]);
    expect(around(view(), null)).toEqual([0, 1, 2]);
  });
});

describe('what has been won', () => {
  const board = { value: -66, won: 10, open: -76 };
  const running = {
    phase: 'rounds',
    round: 1,
    stands: { 'visible.empty': 'open' },
    boards: [board],
  } as unknown as Head;
  const over = { ...running, phase: 'over', stands: {}, boards: [{ value: -3, won: -3, open: 0 }] } as unknown as Head;

  it('is the one number of a player, from the first round on', () => {
    expect(worth(running, 0)).toBe('10');
    expect(worth(over, 0)).toBe('−3');
    expect(wonBy({ value: 7 })).toBe(7);
  });

  it('is told beside what is open, and in the end the sum alone', () => {
    const tell = (id: string, words: unknown) => `${id} ${JSON.stringify(words)}`;
    expect(worthInWords(running, 0, 'Ola', tell as Say)).toBe(
      'web.play.worth {"name":"Ola","won":"10","open":"−76","now":"−66"}',
    );
    expect(worthInWords(over, 0, 'Ola', tell as Say)).toBe('Ola: −3');
  });
});

describe('a bot that waits for people', () => {
  const sitters: Sitter[] = ['me', 'bot', 'bot', 'person'];
  const waits = (seat: number, ...to_act: number[]) => waitsForPeople({ to_act }, seat, sitters);

  it('is the last bot that waits, as long as people have not answered', () => {
    expect(waits(2, 0, 2)).toBe(true);
    expect(waits(2, 0, 2, 3)).toBe(true);
  });

  it('is nobody else', () => {
    expect(waits(2, 2)).toBe(false);
    expect(waits(2, 0, 1, 2)).toBe(false);
    expect(waits(3, 0, 3)).toBe(false);
  });
});
