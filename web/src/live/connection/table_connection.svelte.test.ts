import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Absence, FromServer, Push, Table } from '../../base/api/types';
import { sumAbsences } from '../log/missed_turns.svelte';
import { TableConnection } from './table_connection.svelte';

vi.mock('../../base/session.svelte', () => ({ me: () => ({ id: 'ola' }) }));

const RECEIPT_MS = 8_000; // a line waits so long for its receipt
const BACKOFF_MS = 1_000; // the longest pause before the first new try
const BACK_MS = 2_000; // how long it is said that the connection is back
const TOO_MANY_MS = 2_000;

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send = vi.fn();
  close = vi.fn();
}

const table = { id: 't', mine: [0], match: { id: 'm', over: false }, seats: [] } as unknown as Table;
const next = { ...table, match: { ...table.match!, id: 'next' } };
const over = { ...table, match: { ...table.match!, over: true } };
const delta = (number: number, n: number): FromServer => ({ type: 'delta', seat: 0, number, changes: [{ n }] });
const both = { ...table, mine: [0, 1] };
const push = (n: number, news: string[] = [], passes = 0, absent: Absence | null = null): Push =>
  ({
    type: 'push',
    match: 'm',
    seq: n,
    seat: 0,
    n,
    view: { boards: [{ ended: '', passes }] },
    news,
    by_bot: [],
    may_undo: false,
    absent,
  }) as unknown as Push;

function hear(...messages: FromServer[]): void {
  messages.forEach((message) => FakeSocket.last.onmessage?.({ data: JSON.stringify(message) }));
}

/** What was sent over the newest socket. */
const sent = (): unknown[] => FakeSocket.last.send.mock.calls.map(([text]) => JSON.parse(text));

/** What a browser keeps. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

describe('a connection to a table', () => {
  let connection: TableConnection;
  let leave: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('location', { href: 'http://here/' });
    vi.stubGlobal('WebSocket', FakeSocket);
    connection = new TableConnection(table);
    leave = connection.open();
    FakeSocket.last.onopen?.();
    hear({ type: 'table', table }, push(0));
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('says that the database is away, and by itself that it is back', () => {
    connection.act(0, 'pass');
    hear({ type: 'problem', code: 'api.waiting' });
    hear({ type: 'table', table });
    expect(connection.status.now).toBe('waits');
    hear({ type: 'ack', match: 'm', seat: 0, n: 0 });
    expect([connection.status.now, connection.problem, connection.pending]).toEqual(['none', null, []]);
    hear({ type: 'problem', code: 'api.waiting' }, { type: 'table', table });
    expect(connection.status.now).toBe('none');
  });

  it('folds what has changed, and asks for everything where that does not fit', () => {
    hear({ ...push(0), number: 1 }, delta(2, 5));
    expect([connection.pushes.get(0)?.n, sent()]).toEqual([5, []]);
    hear(delta(4, 7));
    expect([connection.pushes.get(0)?.n, sent()]).toEqual([5, [{ type: 'whole', seat: 0 }]]);
    hear({ ...push(7), number: 5 }, delta(6, 8));
    expect(connection.pushes.get(0)?.n).toBe(8);
  });

  const log = () => connection.logs.get(0);
  it('takes everything that it asked for as history, and what comes after that as news', () => {
    hear({ ...push(2, ['@ late 0 pass', '1 pass']), number: 1 });
    connection.readMissed();
    hear(delta(3, 3), { ...push(3, ['@ late 0 pass', '1 pass', '0 end']), number: 3 });
    expect([log()?.lines.length, log()?.newLines, connection.missed.timeout]).toEqual([3, 0, null]);
    hear({ ...delta(4, 4), seq: 4, news: ['1 end'] } as FromServer);
    expect([log()?.lines.length, log()?.newLines]).toEqual([4, 1]);
  });

  it('takes what comes first after a lost connection as history, of the match and of the talk', () => {
    const entry = { seq: 1, kind: 'text', what: 'hello', at: 1, name: 'Jan', seat: 1, me: false, id: null } as const;
    hear(push(1, ['1 pass']), { type: 'talk', entries: [] });
    expect(log()?.newLines).toBe(1);
    comeBack(null);
    hear({ type: 'talk', entries: [entry] });
    expect([log()?.lines, log()?.newLines, connection.talk.fresh]).toEqual([['@ late 0 pass'], 0, []]);
    hear({ type: 'talk', entries: [{ ...entry, seq: 2 }] });
    expect(connection.talk.fresh).toHaveLength(1);
  });

  const pass = { type: 'act', match: 'm', seat: 0, n: 0, line: 'pass', hold: true };
  const receipt = { match: 'm', seat: 0, n: 0 };

  /** That the socket is kept although no line has had a receipt for so long. */
  function expectPeace(): void {
    const socket = FakeSocket.last;
    vi.advanceTimersByTime(RECEIPT_MS);
    expect([socket.close.mock.calls, FakeSocket.last === socket, connection.pending]).toEqual([[], true, []]);
  }

  it('keeps its socket when a line has its receipt', () => {
    connection.act(0, 'pass');
    vi.advanceTimersByTime(RECEIPT_MS - 1);
    hear({ type: 'ack', ...receipt });
    expectPeace();
  });

  it('takes another socket for a line without a receipt, and sends it again there', () => {
    const first = FakeSocket.last;
    connection.act(0, 'pass');
    vi.advanceTimersByTime(RECEIPT_MS - 1);
    expect([first.close.mock.calls.length, connection.status.now]).toEqual([0, 'none']);
    vi.advanceTimersByTime(1);
    expect([first.close.mock.calls.length, connection.status.now]).toEqual([1, 'lost']);
    vi.advanceTimersByTime(BACKOFF_MS);
    FakeSocket.last.onopen?.();
    expect(sent()).toEqual([]);
    hear({ type: 'table', table });
    expect(sent()).toEqual([pass]);
    hear(push(1));
    expectPeace();
  });

  it('keeps what is said while it is away, and sends it when it is back', () => {
    FakeSocket.last.onclose?.({ code: 1006 });
    connection.act(0, 'pass');
    connection.talk.draft = 'hello';
    connection.talk.say();
    expect([sent(), connection.sent(0)]).toEqual([[], 'pass']);
    vi.advanceTimersByTime(BACKOFF_MS);
    const trying = FakeSocket.last;
    vi.advanceTimersByTime(RECEIPT_MS - BACKOFF_MS);
    expect(trying.close).not.toHaveBeenCalled();
    comeBack(null);
    expect(sent()).toEqual([pass, expect.objectContaining({ type: 'say', text: 'hello' })]);
  });

  it.each([
    ['is over', over],
    ['gave way to another', next],
    ['is gone', { ...table, match: null }],
  ])('drops a line whose match %s, and never comes back to it', (_, now) => {
    connection.act(0, 'pass');
    hear({ type: 'table', table: now });
    expectPeace();
    expect(new TableConnection(table).pending).toEqual([]);
    FakeSocket.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(BACKOFF_MS);
    FakeSocket.last.onopen?.();
    hear({ type: 'table', table: now });
    expect(sent()).toEqual([]);
  });

  it('has a line after a reload that was on its way', () => {
    connection.act(0, 'pass');
    expect(new TableConnection(table).pending).toEqual([expect.objectContaining({ line: 'pass' })]);
    hear({ type: 'ack', ...receipt });
    expect(new TableConnection(table).pending).toEqual([]);
  });

  it('shows a line as sent until the push that has it', () => {
    connection.act(0, 'pass');
    expect(connection.sent(0)).toBe('pass');
    hear({ type: 'ack', ...receipt });
    expect(connection.sent(0)).toBe('pass');
    hear(push(1));
    expect(connection.sent(0)).toBeNull();
  });

  it('shows no line of another seat, and none of the match before', () => {
    hear({ type: 'table', table: both }, { ...push(0), seat: 1 });
    connection.act(0, 'pass');
    expect([connection.sent(0), connection.sent(1)]).toEqual(['pass', null]);
    hear({ type: 'ack', ...receipt });
    expect([connection.sent(0), connection.sent(1)]).toEqual(['pass', null]);
    hear({ type: 'table', table: next }, { ...push(0), match: 'next' });
    expect(connection.sent(0)).toBeNull();
  });

  it('lets a second line wait for the receipt of the first, or for the push that has it', () => {
    const second = { ...pass, n: 1, line: 'undo' };
    const third = { ...pass, n: 2, line: 'end' };
    for (const line of ['pass', 'undo', 'end']) connection.act(0, line);
    expect(sent()).toEqual([pass]);
    hear({ type: 'ack', ...receipt });
    expect(sent()).toEqual([pass, second]);
    hear(push(2));
    expect(sent()).toEqual([pass, second, third]);
  });

  it('gives up a refused line, and says why until the next one', () => {
    connection.act(0, 'pass');
    hear({ type: 'refused', ...receipt, rules: ['must'] });
    expect(connection.refused).toEqual({ seat: 0, rules: ['must'] });
    expectPeace();
    connection.act(0, 'end');
    expect([connection.refused, connection.sent(0)]).toEqual([null, 'end']);
  });

  it('gives up all that the server does not understand, and says so until the next line', () => {
    connection.act(0, 'pass');
    connection.talk.react('tea');
    hear({ type: 'problem', code: 'api.bad_message', detail: 'why' });
    expect([connection.problem, connection.talk.unsent]).toEqual([{ code: 'bad_message', detail: 'why' }, []]);
    expectPeace();
    connection.act(0, 'end');
    expect([connection.problem, connection.sent(0)]).toEqual([null, 'end']);
  });

  it('sends a line again a while after there were too many', () => {
    connection.act(0, 'pass');
    hear({ type: 'problem', code: 'api.too_many' });
    vi.advanceTimersByTime(TOO_MANY_MS - 1);
    expect(sent()).toEqual([pass]);
    vi.advanceTimersByTime(1);
    expect([sent(), connection.problem]).toEqual([[pass, pass], null]);
  });

  it('says for a moment that it is back, unless it is lost again', () => {
    expect(connection.status.now).toBe('none');
    comeBack(null);
    vi.advanceTimersByTime(BACK_MS - 1);
    expect(connection.status.now).toBe('back');
    vi.advanceTimersByTime(1);
    expect(connection.status.now).toBe('none');
    comeBack(null);
    FakeSocket.last.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(BACK_MS);
    expect(connection.status.now).toBe('lost');
  });

  it('leaves no timer and no listener behind', () => {
    leave();
    const targets = [window, document].map((one) => ({
      added: vi.spyOn(one, 'addEventListener').mock.calls,
      removed: vi.spyOn(one, 'removeEventListener').mock.calls,
    }));
    leave = connection.open();
    FakeSocket.last.onopen?.();
    comeBack(null);
    connection.act(0, 'pass');
    expect([connection.status.now, vi.getTimerCount() > 2]).toEqual(['back', true]);
    leave();
    expect([connection.status.now, vi.getTimerCount()]).toEqual(['none', 0]);
    for (const { added, removed } of targets) expect([added.length > 0, removed]).toEqual([true, added]);
  });

  it.each([
    ['ola', false],
    ['guest', true],
  ])('asks who it is when the door is shut: %s', async (id, unknown) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id })));
    FakeSocket.last.onclose?.({ code: 1008 });
    await vi.waitFor(() => expect(connection.unknown).toBe(unknown));
    expect(connection.status.now).toBe(unknown ? 'none' : 'lost');
    const socket = FakeSocket.last;
    vi.advanceTimersByTime(BACKOFF_MS);
    expect(FakeSocket.last === socket).toBe(unknown);
  });

  it('tells whoever was late until they act', () => {
    hear(push(0, ['@ late 0 pass'], 1));
    expect(connection.missed.timeout).toEqual({ seat: 0, verb: 'pass', words: [] });
    hear(push(0, ['* deck 1 B-T4'], 1));
    expect(connection.missed.timeout).not.toBeNull();
    connection.act(0, 'pass');
    expect(connection.missed.timeout).toBeNull();
  });

  it('takes nothing of it along into the next match', () => {
    hear(push(0, ['@ late 0 end']), { type: 'table', table: next });
    expect([connection.missed.timeout, connection.pushes.size]).toEqual([null, 0]);
    connection.act(0, 'pass');
    expect([connection.pending, sent()]).toEqual([[], []]);
  });

  it('keeps the last push of a match that is over, and none of a seat that was given away', () => {
    hear({ type: 'table', table: { ...over, mine: [] } });
    expect(connection.pushes.size).toBe(1);
    hear({ type: 'table', table: { ...table, mine: [] } });
    expect(connection.pushes.size).toBe(0);
  });

  const shown = () => sumAbsences([...connection.missed.absences.values()]);
  function comeBack(absent: Absence | null): void {
    FakeSocket.last.onclose?.({ code: 1006 });
    window.dispatchEvent(new Event('online'));
    FakeSocket.last.onopen?.();
    hear({ type: 'table', table }, push(0, ['@ late 0 pass'], 1, absent));
  }

  it('tells whoever comes back what was answered for them, until it is read', () => {
    comeBack({ late: 1, bot: 2 });
    expect([shown(), connection.missed.timeout]).toEqual([{ late: 1, bot: 2 }, null]);
    comeBack({ late: 1, bot: 2 });
    expect(shown()).not.toBeNull();
    connection.readMissed();
    comeBack({ late: 1, bot: 2 });
    expect(shown()).toBeNull();
    comeBack({ late: 1, bot: 3 });
    expect(shown()).toEqual({ late: 1, bot: 3 });
  });

  it('tells it until the seat has answered, here or on another device', () => {
    comeBack({ late: 1, bot: 0 });
    connection.act(0, 'pass');
    expect(shown()).toBeNull();
    comeBack({ late: 1, bot: 0 });
    hear(push(1));
    expect(shown()).toBeNull();
  });

  it('tells it of every seat of ours until that one acts', () => {
    FakeSocket.last.onclose?.({ code: 1006 });
    window.dispatchEvent(new Event('online'));
    FakeSocket.last.onopen?.();
    const absent = { late: 1, bot: 0 };
    hear({ type: 'table', table: both }, push(0, [], 1, absent), { ...push(0, [], 1, absent), seat: 1 });
    expect(shown()).toEqual({ late: 2, bot: 0 });
    connection.act(0, 'pass');
    expect(shown()).toEqual({ late: 1, bot: 0 });
    connection.readMissed();
    expect(shown()).toBeNull();
  });

  it('remembers of the last dozen times that it was read', () => {
    const times = Array.from({ length: 13 }, (_, bot) => ({ late: 1, bot }));
    for (const absent of times) {
      comeBack(absent);
      connection.readMissed();
    }
    comeBack(times[1]!);
    expect(shown()).toBeNull();
    comeBack(times[0]!);
    expect(shown()).not.toBeNull();
  });

  it('says in one strip what comes on top of it', () => {
    comeBack({ late: 1, bot: 0 });
    hear(push(0, ['@ late 0 pass'], 2, { late: 2, bot: 0 }));
    expect([shown(), connection.missed.timeout]).toEqual([{ late: 2, bot: 0 }, null]);
  });

  it('does not say twice what was told before the connection was lost', () => {
    hear(push(0, ['@ late 0 pass'], 1, { late: 1, bot: 0 }));
    comeBack({ late: 1, bot: 0 });
    expect([shown(), connection.missed.timeout]).toEqual([{ late: 1, bot: 0 }, null]);
  });

  it('counts as read what was told at once', () => {
    hear(push(0, ['@ late 0 pass'], 1, { late: 1, bot: 0 }));
    expect([shown(), connection.missed.timeout?.verb]).toEqual([null, 'pass']);
    connection.readMissed();
    expect(connection.missed.timeout).toBeNull();
    comeBack({ late: 1, bot: 0 });
    expect([shown(), connection.missed.timeout]).toEqual([null, null]);
  });
});
