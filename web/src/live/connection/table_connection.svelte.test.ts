import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Absence, FromServer, Push, Table } from '../../base/api/types';
import { sumAbsences } from '../log/missed_turns.svelte';
import { TableConnection } from './table_connection.svelte';

vi.mock('../../base/session.svelte', () => ({ me: () => ({ id: 'ola' }) }));

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
    const nothing = () => undefined;
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', { addEventListener: nothing, removeEventListener: nothing });
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
  });

  it('says that the database is away, and by itself that it is back', () => {
    connection.act(0, 'pass');
    hear({ type: 'problem', code: 'api.waiting' });
    expect(connection.status.now).toBe('waits');
    hear({ type: 'ack', match: 'm', seat: 0, n: 0 });
    expect([connection.status.now, connection.problem, connection.pending]).toEqual(['none', null, []]);
    hear({ type: 'problem', code: 'api.waiting' }, { type: 'table', table });
    expect(connection.status.now).toBe('none');
  });

  it('folds what has changed, and asks for everything where that does not fit', () => {
    const sent = () => FakeSocket.last.send.mock.calls.map(([text]) => JSON.parse(text));
    const delta = (number: number, n: number): FromServer => ({
      type: 'delta',
      seat: 0,
      number,
      changes: [{ n }],
    });
    hear({ ...push(0), number: 1 }, delta(2, 5));
    expect([connection.pushes.get(0)?.n, sent()]).toEqual([5, []]);
    hear(delta(4, 7));
    expect([connection.pushes.get(0)?.n, sent()]).toEqual([5, [{ type: 'whole', seat: 0 }]]);
    hear({ ...push(7), number: 5 }, delta(6, 8));
    expect(connection.pushes.get(0)?.n).toBe(8);
  });

  it.each([
    ['ola', false],
    ['guest', true],
  ])('asks who it is when the door is shut: %s', async (id, unknown) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id })));
    FakeSocket.last.onclose?.({ code: 1008 });
    await vi.waitFor(() => expect(connection.unknown).toBe(unknown));
    expect(connection.status.now).toBe(unknown ? 'none' : 'lost');
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
    hear(push(0, ['@ late 0 end']), { type: 'table', table: { ...table, match: { ...table.match!, id: 'next' } } });
    expect(connection.missed.timeout).toBeNull();
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
    comeBack({ late: 1, bot: 0 });
    expect(shown()).toBeNull();
  });
});
