import { beforeEach, describe, expect, it } from 'vitest';
import type { Say } from '../../../base/i18n/say';
import { lit } from '../drawing/highlight';
import { Desk, type Given } from './desk.svelte';
import { apart, type Preview } from './preview.svelte';
import { statusOf } from '../status';
import type { BoardView, View } from '../view';

// Two cells in a row, a domino that fits there, and a tree on the second cell.
const BOARD = {
  seat: 0,
  value: -1,
  tally: [
    ['visible.tree', 1, '2'],
    ['visible.empty', -2, '3'],
  ],
  ended: '',
  ground: 0,
  clear: '3',
  laid: [],
  marks: [],
  passes: 0,
} as unknown as BoardView;
const VIEW = {
  game: 'some/1',
  seat: 0,
  phase: 'rounds',
  round: 3,
  rounds: 9,
  to_act: [0],
  commit: null,
  card: 'I2',
  answers: [['place'], ['pass'], ['end']],
  denied: {},
  rules: [
    ['visible.tree', [1]],
    ['well.well', [4]],
  ],
  score: ['visible.tree', 'well.well', 'visible.empty'],
  open: ['visible.empty'],
  grid: { lattice: 'square', top: 0, left: 0, width: 3, cells: '3', joins: [], river: [] },
  grounds: [{ open: '3', layers: { tree: ['2'], well: ['1'] }, wants: [] }],
  boards: [BOARD],
  pieces: [
    {
      name: 'I2',
      kind: 'B',
      marks: [],
      shapes: [
        {
          orientation: 0,
          cells: [
            [0, 0],
            [0, 1],
          ],
          inside: '1',
          legal: '1',
          lacks: {},
        },
      ],
    },
  ],
} as unknown as View;
const say: Say = (id, ...fills) => [id, ...fills.map((one) => JSON.stringify(one))].join(' ');
let lines: string[];

function given(changes: Partial<Given> = {}): Given {
  return {
    view: VIEW,
    seat: 0,
    mayUndo: false,
    sent: null,
    refused: [],
    online: true,
    draftKey: '',
    log: undefined,
    fresh: [],
    act: (line) => lines.push(line),
    ...changes,
  };
}

function deskOf(view = VIEW): Desk {
  const now = given({ view });
  return new Desk(() => now);
}

const told = (desk: Desk, view = VIEW): string =>
  statusOf(desk, {
    view,
    seat: 0,
    names: [],
    sent: null,
    online: true,
    touches: true,
    timed: false,
    say,
    blocked: null,
    overtaken: [],
  }).lines.join(' | ');

beforeEach(() => (lines = []));

describe('taking back', () => {
  it('is off while a line is under way, loses nothing, and is on again afterwards', () => {
    const now = $state(given());
    const desk = new Desk(() => now);
    expect(desk.mayUndo).toBe(false);
    desk.confirm();
    expect([desk.draft.at, desk.mayUndo]).toEqual([[0, 0], true]);
    now.sent = 'place I2 0 A1';
    now.mayUndo = true;
    expect(desk.mayUndo).toBe(false);
    desk.do({ do: 'undo' });
    expect([lines, desk.draft.at]).toEqual([[], [0, 0]]);
    now.sent = null;
    expect(desk.mayUndo).toBe(true);
    desk.do({ do: 'undo' });
    expect(lines).toEqual(['undo']);
  });

  it('lifts a piece that was not confirmed', () => {
    const desk = deskOf();
    desk.confirm();
    desk.undo();
    expect([lines, desk.draft.at, desk.mayUndo]).toEqual([[], null, false]);
  });
});

describe('ending', () => {
  it('is asked until it is confirmed or cancelled, and says what is won and what lies open', () => {
    const desk = deskOf();
    desk.end();
    expect(desk.asksEnd).toBe(true);
    expect(told(desk)).toContain('web.play.end.parts {"won":"1","open":"−2"}');
    desk.back();
    expect([desk.asksEnd, lines]).toEqual([false, []]);
    desk.end();
    desk.end();
    expect(lines).toEqual(['end']);
  });

  it('is offered by the main button where nothing lies open any more', () => {
    const full = { ...VIEW, boards: [{ ...BOARD, value: 1, tally: [['visible.tree', 1, '2']] }] } as unknown as View;
    const desk = deskOf(full);
    expect(told(desk, full)).toBe('web.play.full');
    desk.confirm();
    expect([desk.asksEnd, deskOf().isFull]).toEqual([true, false]);
  });
});

describe('a line of the tally', () => {
  it('says its rule until something is laid, and is dark after that', () => {
    const desk = deskOf();
    const well = desk.lines.findIndex(([rule]) => rule === 'well.well');
    desk.light(well);
    expect(told(desk)).toBe('tally.well.well. well.well 4.');
    desk.confirm();
    expect(told(desk)).toContain('web.play.fits');
    expect(desk.lit).toBe(well);
    desk.confirm();
    expect([lines, desk.lit]).toEqual([['place I2 0 A1'], null]);
  });

  it('lights what it is about, also while that brings nothing', () => {
    const desk = deskOf();
    const scene = { grid: desk.grid, board: BOARD, ground: desk.ground };
    expect(lit(scene, ['well.well', 0, '0']).single).toEqual([{ cell: [0, 0], points: null }]);
    expect(lit(scene, ['visible.tree', 1, '2']).single).toEqual([{ cell: [0, 1], points: 1 }]);
  });
});

it('tells a change of what is won apart from what is covered', () => {
  const changes: [string, number][] = [
    ['visible.tree', -1],
    ['visible.empty', 2],
  ];
  const preview: Preview = { change: 1, lines: new Map(changes), open: false, cells: new Map(), lacks: [] };
  expect(apart(preview, ['visible.empty'])).toEqual({ won: -1, open: 2 });
  expect(apart(preview, [])).toEqual({ won: 1, open: 0 });
});

it('says why one may not pass before anybody tries', () => {
  const must = { ...VIEW, answers: [['place'], ['end']], denied: { pass: ['must'] } } as unknown as View;
  expect(told(deskOf(must), must)).toBe('why.must');
});

it('keeps the list open when the rules before it are said to be closed', () => {
  const desk = deskOf();
  desk.do({ do: 'rules' });
  desk.do({ do: 'list' });
  desk.closed('rules');
  expect(desk.open).toBe('list');
  desk.closed('list');
  expect(desk.open).toBeNull();
});
