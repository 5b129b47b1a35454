import { describe, expect, it } from 'vitest';
import { cardName, coming, fromRow, oddsOf, rollOf } from './dice';
import { shapeOf } from './shapes';
import type { View } from './view';

const FIRST = { C: ['#.', '##'], V: ['.#', '.#'], H: ['..', '##'], single: ['..', '.#'] };
const SECOND = { V: ['#.', '#.'], H: ['..', '##'], single: ['..', '#.'], blank: ['..', '..'], compass: ['..', '..'] };
const L5 = [
  [0, 0],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
];
const U5 = [
  [0, 0],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
];

function view(parts: Partial<Record<keyof View, unknown>>): View {
  return {
    phase: 'rounds',
    draw: [],
    card: '',
    deck: [],
    left: [],
    shapes: { L5: [L5, []], U5: [U5, []] },
    source: {
      faces: [FIRST, SECOND],
      shapes: { C: { H: 'L5', V: 'U5' } },
      special: 'compass',
      odds: [
        ['U5', 2],
        ['V3', 8],
        ['church-X5', 6],
        ['I4', 20],
      ],
    },
    ...parts,
  } as unknown as View;
}

const say = (id: string): string => id;
const ROW = ['church-I2', 'church-X5'];

describe('the roll', () => {
  it('shows the faces that were rolled, and others while it rolls', () => {
    const roll = rollOf(view({ draw: ['C', 'H', 'filled'] }));
    expect(roll?.first).toEqual(['#.', '##']);
    expect(roll?.second).toEqual(['..', '##']);
    expect(roll?.kind).toBe('filled');
    expect(roll?.others[0]).not.toContainEqual(['#.', '##']);
  });

  it('tells the compass from the blank face', () => {
    expect(rollOf(view({ draw: ['C', 'compass', 'filled'] }))?.compass).toBe(true);
    expect(rollOf(view({ draw: ['C', 'blank', 'filled'] }))?.compass).toBe(false);
  });

  it('is nothing before the first one', () => expect(rollOf(view({}))).toBeNull());
});

describe('a roll in words', () => {
  it('is the shape that the two faces make, however it is turned', () => {
    expect(cardName('C H filled', view({}), say)).toBe('shape.L5, kind.filled');
    expect(cardName('C V crossed', view({}), say)).toBe('shape.U5, kind.crossed');
  });
  it('is the compass where it has a row', () =>
    expect(cardName('C compass filled', view({ deck: ROW }), say)).toBe('web.rb.compass'));
  it('is a card where it is no roll', () => expect(cardName('church-U5', view({}), say)).toBe('shape.U5, kind.church'));
});

describe('the row of the compass', () => {
  const states = (parts: Partial<Record<keyof View, unknown>>): string[] =>
    coming(view({ deck: ROW, ...parts })).map(({ state }) => state);
  it('has all to come at first', () => expect(states({ left: ROW, card: 'filled-V3' })).toEqual(['next', 'next']));
  it('knows what is in hand', () =>
    expect(states({ left: ['church-X5'], card: 'church-I2' })).toEqual(['now', 'next']));
  it('crosses off what is gone', () => expect(states({ left: [], card: 'filled-V3' })).toEqual(['gone', 'gone']));
  it('has nothing in hand at the end', () =>
    expect(states({ left: [], card: 'church-X5', phase: 'over' })).toEqual(['gone', 'gone']));
  it('is not where a piece of the dice comes from', () =>
    expect(fromRow(view({ deck: ROW, left: ROW, card: 'filled-V3' }))).toBe(false));
});

it('lists the likeliest first, of all rolls', () => {
  const { odds, all } = oddsOf(view({}));
  expect(all).toBe(36);
  expect(odds.map(({ shape, rolls }) => `${shape} ${rolls}`)).toEqual(['I4 20', 'V3 8', 'X5 6', 'U5 2']);
  expect(odds.map(({ kind }) => kind)).toEqual(['', '', 'church', '']);
});

it('lays shapes from the first row and column on', () => {
  const shapes = {
    X: [
      [
        [0, 0],
        [1, -1],
        [1, 0],
      ],
      [],
    ],
  } as unknown as View['shapes'];
  expect(shapeOf({ shapes }, 'X')).toEqual([
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
});
