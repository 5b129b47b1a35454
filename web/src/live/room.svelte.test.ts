import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromServer, Push, Table } from '../api/types';
import { Room } from './room.svelte';

vi.mock('../own/me.svelte', () => ({ me: () => ({ id: 'ola' }) }));

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
}

const table = { id: 't', mine: [0], match: { id: 'm', over: false }, seats: [] } as unknown as Table;
const push = (n: number, news: string[] = [], passes = 0): Push =>
  ({ type: 'push', match: 'm', seq: n, seat: 0, n, view: { boards: [{ ended: '', passes }] }, news, may_undo: false }) as unknown as Push;

function hear(...messages: FromServer[]): void {
  messages.forEach((message) => FakeSocket.last.onmessage?.({ data: JSON.stringify(message) }));
}

describe('a room', () => {
  let room: Room;
  let leave: () => void;

  beforeEach(() => {
    const nothing = () => undefined;
    vi.stubGlobal('window', { addEventListener: nothing, removeEventListener: nothing });
    vi.stubGlobal('document', { addEventListener: nothing, removeEventListener: nothing });
    vi.stubGlobal('location', { href: 'http://here/' });
    vi.stubGlobal('WebSocket', FakeSocket);
    room = new Room(table);
    leave = room.enter();
    FakeSocket.last.onopen?.();
    hear({ type: 'table', table }, push(0));
  });
  afterEach(() => {
    leave();
    vi.unstubAllGlobals();
  });

  it('says that the database is away, and by itself that it is back', () => {
    room.act(0, 'pass');
    hear({ type: 'problem', code: 'api.waiting' });
    expect(room.lamp).toBe('waits');
    hear({ type: 'ack', match: 'm', seat: 0, n: 0 });
    expect([room.lamp, room.problem, room.waiting]).toEqual(['none', null, []]);
    hear({ type: 'problem', code: 'api.waiting' }, { type: 'table', table });
    expect(room.lamp).toBe('none');
  });

  it.each([
    ['ola', false],
    ['guest', true],
  ])('asks who it is when the door is shut: %s', async (id, unknown) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id })));
    FakeSocket.last.onclose?.({ code: 1008 });
    await vi.waitFor(() => expect(room.unknown).toBe(unknown));
    expect(room.lamp).toBe(unknown ? 'none' : 'lost');
  });

  it('tells whoever was late until they act', () => {
    hear(push(0, ['@ late 0 pass'], 1));
    expect(room.late).toEqual({ seat: 0, answer: 'pass' });
    hear(push(0, ['* deck 1 B-T4'], 1));
    expect(room.late).not.toBeNull();
    room.act(0, 'pass');
    expect(room.late).toBeNull();
  });
});
