import { beforeEach, describe, expect, it } from 'vitest';
import { Desk, type Given } from './desk.svelte';
import { commandOf } from './keys';
import { echo, sample } from './testing/sample';
import { statusOf } from './status';

const PAYMENTS = [['energy-1', 'energy-1'], ['energy-2']];
let lines: string[];

function given(changes: Partial<Given> = {}): Given {
  return {
    view: sample(),
    seat: 0,
    mayUndo: false,
    sent: null,
    refused: [],
    online: true,
    act: (line) => lines.push(line),
    ...changes,
  };
}

function desk(changes: Partial<Given> = {}): { desk: Desk; now: Given } {
  const now = $state(given(changes));
  return { desk: new Desk(() => now), now };
}

const says = (one: Desk, { view, sent, online }: Given): string =>
  statusOf(one, { view, seat: 0, names: ['Ola', 'Jan'], sent, online, say: echo }).lines.join(' ');

beforeEach(() => (lines = []));

describe('choosing', () => {
  it('takes two cards by two presses, in the order that costs least', () => {
    const { desk: one } = desk();
    one.press('a1');
    expect(one.partners.map(({ cell }) => cell)).toEqual(['b1', 'a2']);
    one.press('a2');
    expect(one.chosen).toEqual(['a2', 'a1']);
    one.swap();
    expect(one.chosen).toEqual(['a1', 'a2']);
    one.confirm();
    expect(lines).toEqual(['take a1 a2']);
  });

  it('lets go of a card pressed again, begins anew elsewhere and says why', () => {
    const { desk: one, now } = desk();
    one.press('a1');
    one.press('a1');
    expect(one.chosen).toEqual([]);
    one.press('a1');
    one.press('d4');
    expect(one.chosen).toEqual(['d4']);
    expect(says(one, now)).toBe('why.not_side_by_side');
    one.clear();
    expect([one.chosen, one.said]).toEqual([[], []]);
  });

  it('does not take what cannot be paid, and says what is lacking', () => {
    const { desk: one, now } = desk();
    one.press('a1');
    one.press('b1');
    expect(one.mayConfirm).toBe(false);
    one.confirm();
    expect(lines).toEqual([]);
    expect(says(one, now)).toContain('web.pc.lacks');
  });

  it('says why until something else is tried, and again when that is refused', () => {
    const { desk: one, now } = desk({ refused: ['never_back'] });
    expect(says(one, now)).toBe('why.never_back');
    one.press('a2');
    expect(says(one, now)).not.toContain('never_back');
    one.press('d4');
    expect(says(one, now)).toBe('why.not_side_by_side');
    one.press('d4');
    expect(one.said).toEqual([]);
    now.refused = ['never_back'];
    expect(says(one, now)).toBe('why.never_back');
  });

  it('lets go of the pair, and of what it said, for another mode', () => {
    const { desk: one } = desk();
    one.press('a1');
    one.press('d4');
    one.turnTo('draw');
    expect([one.said, one.chosen, one.mode]).toEqual([[], [], 'draw']);
    one.clear();
    expect(one.mode).toBe('take');
    one.turnTo('flip');
    one.turnTo('flip');
    expect(one.mode).toBe('take');
    one.turnTo('flip');
    one.choosePair(sample().pairs[2]!);
    expect([one.mode, one.chosen]).toEqual(['take', ['a1', 'a2']]);
    one.turnTo('draw');
    one.press('a2');
    expect([one.mode, one.chosen]).toEqual(['take', ['a2']]);
  });

  it("lays out an answer that was chosen among the coach's, without giving it", () => {
    const { desk: one } = desk();
    one.tryAnswer(['take', 'a2', 'a1']);
    expect([one.mode, one.chosen]).toEqual(['take', ['a2', 'a1']]);
    one.tryAnswer(['draw']);
    expect([one.mode, one.chosen]).toEqual(['draw', []]);
    one.tryAnswer(['flip', 'a4']);
    expect([one.mode, one.cursor, lines]).toEqual(['flip', 'a4', []]);
  });

  it('forgets a chosen card when another one lies there', () => {
    const { desk: one, now } = desk();
    one.press('a1');
    const market = sample().market.map((place) =>
      place.cell === 'a1' ? { ...place, building: 'G21-economy' } : place,
    );
    now.view = sample({ market });
    expect(one.chosen).toEqual([]);
  });

  it('has the pair again after taking back, and not in a later round when such cards come back', () => {
    const { desk: one, now } = desk();
    one.press('a2');
    one.press('a1');
    one.confirm();
    now.view = sample();
    expect(one.chosen).toEqual(['a2', 'a1']);
    now.view = sample({ round: 4 });
    expect(one.chosen).toEqual([]);
    one.press('a1');
    expect(one.chosen).toEqual(['a1']);
  });

  it('plans but sends nothing while it waits or is offline', () => {
    for (const changes of [{ view: sample({ to_act: [1], answers: [] }) }, { online: false }, { sent: 'draw' }]) {
      const { desk: one } = desk(changes);
      one.press('a2');
      one.press('a1');
      expect(one.pair).toBeDefined();
      one.confirm();
    }
    expect(lines).toEqual([]);
  });
});

describe('flipping and drawing', () => {
  it('flips a lit card only', () => {
    const { desk: one, now } = desk();
    one.turnTo('flip');
    one.press('a1');
    expect(says(one, now)).toBe('why.never_back');
    one.press('a4');
    expect([lines, one.mode]).toEqual([['flip a4'], 'take']);
  });

  it('does not begin to flip where nothing can be', () => {
    const { desk: one, now } = desk({ view: sample({ answers: [['draw']] }) });
    one.turnTo('flip');
    expect([one.mode, says(one, now)]).toEqual(['take', 'web.pc.flip.none']);
  });

  it('says so already when flipping is pointed at, and where something can be flipped nothing', () => {
    const { desk: one, now } = desk({ view: sample({ answers: [['draw']] }) });
    one.pointAtFlip(true);
    expect(says(one, now)).toBe('web.pc.flip.none');
    one.pointAtFlip(false);
    expect(says(one, now)).not.toContain('flip');
    one.turnTo('draw');
    one.pointAtFlip(true);
    one.confirm();
    expect([lines, one.said]).toEqual([['draw'], []]);
    const { desk: other, now: then } = desk();
    other.pointAtFlip(true);
    expect(says(other, then)).not.toContain('flip');
  });

  it('shows the deck first, then draws', () => {
    const { desk: one, now } = desk();
    one.turnTo('draw');
    expect(says(one, now)).toBe('web.pc.draw.hint|resource.ecology');
    one.confirm();
    expect([lines, one.mode]).toEqual([['draw'], 'take']);
  });
});

describe('paying', () => {
  const task = sample({
    task: { do: 'pay', building: 'G06-industry', payments: PAYMENTS, gains: PAYMENTS.map(() => 1) },
    answers: PAYMENTS.map((payment) => ['pay', ...payment]),
    pairs: [],
  });

  function taken(quick: boolean): { desk: Desk; now: Given } {
    const both = desk();
    both.desk.press('a2');
    both.desk.press('a1');
    both.desk.confirm(quick);
    lines = [];
    both.now.view = task;
    return both;
  }

  it('pays by default after one click', () => {
    const { desk: one } = taken(true);
    expect([one.asksPay, one.follows]).toEqual([false, 'pay energy-1 energy-1']);
    one.follow();
    expect(lines).toEqual(['pay energy-1 energy-1']);
  });

  it('asks when another way is wanted, and after a reload', () => {
    for (const { desk: one } of [taken(false), desk({ view: task })]) {
      expect([one.asksPay, one.follows]).toEqual([true, null]);
      one.pay(PAYMENTS[1] ?? []);
    }
    expect(lines).toEqual(['pay energy-2', 'pay energy-2']);
  });

  it('asks when the payment was refused, instead of trying for ever', () => {
    const { desk: one, now } = taken(true);
    one.follow();
    now.refused = ['not_this_payment'];
    expect([one.asksPay, one.follows]).toEqual([true, null]);
  });

  it('asks when the payment it made is taken back, instead of making it again', () => {
    const { desk: one, now } = taken(true);
    one.follow();
    Object.assign(now, { view: sample({ to_act: [1], answers: [] }), mayUndo: true });
    one.undo();
    now.view = task;
    expect(lines).toEqual(['pay energy-1 energy-1', 'undo']);
    expect([one.asksPay, one.follows]).toEqual([true, null]);
  });

  it('asks in a later round, whatever was taken with one click before', () => {
    const { desk: one, now } = taken(true);
    now.view = { ...task, round: 4 };
    expect([one.asksPay, one.follows]).toEqual([true, null]);
  });

  it('takes back while it may', () => {
    const { desk: one, now } = taken(false);
    one.undo();
    expect(lines).toEqual([]);
    now.mayUndo = true;
    one.undo();
    expect(lines).toEqual(['undo']);
  });

  it('does not take back while a line is under way or nobody is reached, and says why', () => {
    const { desk: one, now } = taken(false);
    now.mayUndo = true;
    for (const [changes, why] of [
      [{ sent: 'pay energy-2' }, 'web.play.sent.long'],
      [{ sent: null, online: false }, 'web.play.offline.long'],
    ] as const) {
      Object.assign(now, changes);
      one.undo();
      expect([one.mayUndo, lines, says(one, now)]).toEqual([false, [], why]);
    }
    now.online = true;
    expect(one.mayUndo).toBe(true);
  });

  it('chooses a token', () => {
    const { desk: one } = desk({ view: sample({ task: { do: 'token' } }) });
    expect(one.stage).toBe('token');
    one.token('flat-5');
    expect(lines).toEqual(['token flat-5']);
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) =>
    commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

  it('walk round the market', () => {
    const { desk: one } = desk();
    const walk = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'].map((key) => {
      const command = press(key);
      return command?.do === 'step' ? one.step(command.step) : null;
    });
    expect(walk).toEqual(['a4', 'd4', 'd1', 'a1']);
  });

  it('mean something once, and nothing with a modifier', () => {
    expect(press('F')).toEqual({ do: 'flip' });
    expect(press('d', { repeat: true })).toBeNull();
    expect(press('d', { ctrlKey: true })).toBeNull();
    expect(press('x')).toBeNull();
  });
});
