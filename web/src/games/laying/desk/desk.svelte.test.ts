import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Say } from '../../../base/i18n/say';
import { lit } from '../drawing/highlight';
import { Desk, type Given } from './desk.svelte';
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
  ending: { won: 1, open: -2, changes: [], compared: ['most.largest:F'], rounds: 6 },
  rules: [
    ['visible.tree', [1]],
    ['well.well', [4]],
  ],
  score: ['visible.tree', 'well.well', 'visible.empty'],
  stands: { 'visible.tree': 'open', 'visible.empty': 'open' },
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
    now.view = { ...VIEW, to_act: [], commit: ['place', 'I2', 0, 'A1'] };
    expect(desk.mayUndo).toBe(false);
    desk.do({ do: 'undo' });
    expect(lines).toEqual([]);
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

describe('thinking again', () => {
  const committed = { ...VIEW, to_act: [], commit: ['place', 'I2', 0, 'A1'] };
  const held = (yours: boolean, at: number) => {
    const next = vi.fn();
    const desk = new Desk(() => given({ view: committed, mayUndo: true, hold: { seconds: 3, yours, at }, next }));
    return { desk, next };
  };

  it('is ended by the main button of whoever answered last, not by a double click', () => {
    const { desk, next } = held(true, performance.now() - 1000);
    desk.confirm();
    desk.do({ do: 'next' });
    expect([desk.mayNext, desk.mayUndo, next.mock.calls.length, lines]).toEqual([true, true, 2, []]);
    expect(told(desk)).toBe('web.play.hold');
    const early = held(true, performance.now());
    early.desk.confirm();
    expect([early.desk.mayNext, early.next.mock.calls.length]).toEqual([true, 0]);
    const others = held(false, performance.now() - 1000);
    others.desk.confirm();
    expect([others.desk.mayNext, others.next.mock.calls.length]).toEqual([false, 0]);
  });

  it('lifts a piece before it takes back an answer of an earlier round', () => {
    const desk = new Desk(() => given({ mayUndo: true }));
    desk.confirm();
    desk.undo();
    expect([lines, desk.draft.at]).toEqual([[], null]);
    desk.undo();
    expect(lines).toEqual(['undo']);
  });
});

describe('an answer of the coach', () => {
  it('comes into the hand and is not sent', () => {
    const desk = deskOf();
    desk.tryAnswer(['place', 'I2', 0, 'A1']);
    expect([desk.draft.at, lines]).toEqual([[0, 0], []]);
    desk.tryAnswer(['pass']);
    expect([desk.draft.at, lines]).toEqual([[0, 0], []]);
  });
});

describe('ending', () => {
  it('is asked until it is confirmed or cancelled, and says what is won and what lies open', () => {
    const desk = deskOf();
    desk.end();
    expect(desk.asksEnd).toBe(true);
    expect(told(desk)).toContain('web.play.end.costs 6 {"won":"1","open":"−2","points":"−1"}');
    expect(told(desk)).toContain('web.play.end.compared {"open":"1","led":"0"}');
    desk.back();
    expect([desk.asksEnd, lines]).toEqual([false, []]);
    desk.end();
    desk.end();
    expect(lines).toEqual(['end']);
  });

  it('is asked on the last card too while the piece fits, and not where nothing is left to do', () => {
    const last = { ...VIEW, round: 9 };
    const fits = deskOf(last);
    expect([fits.endIsFree, fits.onlyEnds]).toEqual([true, false]);
    fits.end();
    expect([fits.asksEnd, lines]).toEqual([true, []]);
    const [piece] = VIEW.pieces;
    const pieces = [{ ...piece!, shapes: piece!.shapes.map((shape) => ({ ...shape, legal: '0' })) }];
    const early = deskOf({ ...VIEW, pieces });
    early.end();
    expect([early.hasRoom, early.asksEnd, lines]).toEqual([false, true, []]);
    deskOf({ ...last, pieces }).end();
    expect(lines).toEqual(['end']);
  });

  it('is asked anew after anything else was done', () => {
    const desk = deskOf();
    desk.end();
    desk.confirm();
    expect([desk.asksEnd, desk.draft.at]).toEqual([false, [0, 0]]);
    desk.end();
    desk.confirm();
    expect([desk.asksEnd, lines]).toEqual([false, ['place I2 0 A1']]);
    desk.end();
    expect([desk.asksEnd, lines]).toEqual([true, ['place I2 0 A1']]);
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

it('tells what the draft would bring until something else is answered, and a pass that is pointed at', async () => {
  const place = ['place I2 0 A1', 1, 0, [['visible.tree', -1]], false, []] as const;
  const pass = ['pass', -7, -1, [['unpassed', -6]], false, []] as const;
  const now = $state(given({ foresee: () => Promise.resolve({ answers: [place, pass], lacks: [] } as never) }));
  const desk = new Desk(() => now);
  const seen = () => [desk.preview?.change, desk.aimed?.change];
  desk.confirm();
  desk.foresee();
  await Promise.resolve().then(() => Promise.resolve());
  desk.hint('pass', true);
  expect(seen()).toEqual([1, -7]);
  now.sent = 'place I2 0 A1';
  expect(seen()).toEqual([1, undefined]);
  now.sent = 'pass';
  expect(seen()).toEqual([undefined, undefined]);
  Object.assign(now, { sent: null, view: { ...VIEW, commit: ['pass'] } });
  expect(seen()).toEqual([undefined, undefined]);
});

describe('what may not be', () => {
  const must = { ...VIEW, answers: [['place'], ['end']], denied: { pass: ['must'] } } as unknown as View;

  it('is said of a pass before anybody tries', () => {
    expect(told(deskOf(must), must)).toBe('why.must');
  });

  it('is said until something else is done, and while it is pointed at', () => {
    const desk = deskOf(must);
    desk.pass();
    expect(desk.said).toEqual(['must']);
    desk.confirm();
    expect(desk.said).toEqual([]);
    desk.pass();
    desk.confirm();
    expect([desk.said, lines]).toEqual([[], ['place I2 0 A1']]);
    desk.hint('pass', true);
    expect(desk.said).toEqual(['must']);
    desk.hint('pass', false);
    expect(desk.said).toEqual([]);
  });

  it('is said of what was refused until the draft is changed, and again of the next refusal', () => {
    const now = $state(given({ refused: ['edge'] }));
    const desk = new Desk(() => now);
    expect(told(desk)).toBe('why.edge');
    desk.confirm();
    expect(desk.refused).toEqual([]);
    now.refused = ['edge'];
    expect(told(desk)).toBe('why.edge');
  });
});

it('goes back one thing after another: the question, the light, the piece', () => {
  const desk = deskOf();
  desk.confirm();
  desk.light(0);
  desk.end();
  const left = () => [desk.asksEnd, desk.lit, desk.explained, desk.draft.at];
  expect(left()).toEqual([true, 0, 0, [0, 0]]);
  desk.back();
  expect(left()).toEqual([false, 0, 0, [0, 0]]);
  desk.back();
  expect(left()).toEqual([false, null, null, [0, 0]]);
  desk.back();
  expect(left()).toEqual([false, null, null, null]);
});

it('puts what somebody asked to see aside when a line is sent, not before', () => {
  const desk = deskOf();
  desk.asked = '3';
  desk.confirm();
  expect([desk.asked, lines]).toEqual(['3', []]);
  desk.confirm();
  expect([desk.asked, lines.length]).toEqual([null, 1]);
});

describe('a pointer', () => {
  const [CELL, HOLD_MS, REST_MS] = [48, 160, 60];
  let page: EventTarget;
  let desk: Desk;

  /** In the middle of a column of the only row. */
  const pointer = (type: string, column: number, pointerType = 'mouse'): PointerEvent =>
    Object.assign(new Event(type), {
      pointerId: 1,
      pointerType,
      button: 0,
      clientX: (column + 0.5) * CELL,
      clientY: 0.5 * CELL,
    }) as unknown as PointerEvent;
  const move = (column: number) => void page.dispatchEvent(pointer('pointermove', column));
  const lift = (column: number) => void page.dispatchEvent(pointer('pointerup', column));
  /** Pressed in the last column and moved to the first. */
  function drag(): void {
    desk.pointer.press(pointer('pointerdown', 1));
    move(0);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    page = new EventTarget();
    for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page));
    vi.stubGlobal('Element', EventTarget);
    vi.stubGlobal('DOMPoint', function (x: number, y: number) {
      return { matrixTransform: () => ({ x, y }) };
    });
    desk = deskOf();
    desk.surface = { getScreenCTM: () => ({ inverse: () => null }) } as unknown as SVGSVGElement;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('drags the piece, which rests a moment after its last step or at once when it is let go', () => {
    drag();
    expect([desk.pointer.dragging, desk.pointer.isPassing, desk.plan]).toEqual([true, true, null]);
    vi.advanceTimersByTime(REST_MS - 1);
    move(1);
    vi.advanceTimersByTime(REST_MS - 1);
    expect(desk.pointer.isPassing).toBe(true);
    vi.advanceTimersByTime(1);
    expect([desk.pointer.isPassing, desk.pointer.dragging]).toEqual([false, true]);
    move(0);
    lift(0);
    expect([desk.pointer.isPassing, desk.pointer.dragging, vi.getTimerCount()]).toEqual([false, false, 0]);
    expect(desk.plan?.cells).toHaveLength(2);
  });

  it('is off when a second one pinches: the piece is where it was, and nothing moves until both are lifted', () => {
    drag();
    expect(desk.draft.at).not.toBeNull();
    desk.pointer.beginPinch();
    expect([desk.draft.at, desk.pointer.dragging]).toEqual([null, false]);
    move(1);
    lift(1);
    desk.pointer.press(pointer('pointerdown', 0));
    desk.pointer.endPinch();
    lift(0);
    expect(desk.draft.at).toBeNull();
    desk.pointer.press(pointer('pointerdown', 0));
    lift(0);
    expect(desk.draft.at).toEqual([0, 0]);
  });

  it('neither drags nor taps when a second one pinches before it has moved', () => {
    desk.pointer.press(pointer('pointerdown', 0, 'touch'));
    desk.pointer.beginPinch();
    vi.advanceTimersByTime(HOLD_MS);
    expect(desk.pointer.dragging).toBe(false);
    lift(0);
    desk.pointer.endPinch();
    desk.pointer.press(pointer('pointerdown', 0));
    desk.pointer.beginPinch();
    lift(0);
    expect(desk.draft.at).toBeNull();
  });

  it('lets go of a piece far off the board, and picks it up again', () => {
    drag();
    move(9);
    expect([desk.draft.at, desk.pointer.dragging]).toEqual([null, true]);
    lift(9);
    expect(desk.pointer.dragging).toBe(false);
    desk.pointer.pick(pointer('pointerdown', 0));
    lift(0);
    expect(desk.draft.at).toEqual([0, 0]);
  });
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
