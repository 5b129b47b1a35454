import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs } from './backoff';
import { ReconnectingSocket, type RawSocket } from './socket';

class FakeSocket implements RawSocket {
  static all: FakeSocket[] = [];
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
}

const last = () => FakeSocket.all.at(-1)!;
const told = () => ({ message: vi.fn(), change: vi.fn(), refused: vi.fn() });
const socket = (listener = told()) =>
  new ReconnectingSocket(
    () => new FakeSocket(),
    listener,
    () => 0,
  );

describe('the backoff', () => {
  it('grows from half a second to eight and stays there', () => {
    expect([0, 1, 2, 3, 4, 99].map((n) => backoffMs(n, 0))).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
    expect([0, 3, 99].map((n) => backoffMs(n, 1))).toEqual([1000, 8000, 8000]);
  });
});

describe('the socket', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
  });
  afterEach(() => vi.useRealTimers());

  it('tells when it is there and hands messages on', () => {
    const listener = told();
    socket(listener).open();
    last().onopen!();
    expect(listener.change).toHaveBeenLastCalledWith(true);
    last().onmessage!({ data: '{"type":"pong"}' });
    last().onmessage!({ data: 'no json' });
    expect(listener.message).toHaveBeenCalledTimes(1);
  });

  it('tries again, later and later, and starts anew after a success', () => {
    const listener = told();
    socket(listener).open();
    last().onclose!({});
    expect(listener.change).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(499);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    last().onclose!({});
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(3);
    last().onopen!();
    last().onmessage!({ data: '{"type":"pong"}' });
    last().onclose!({});
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(4);
  });

  it('says whether a message went out', () => {
    const line = socket();
    line.open();
    expect(line.send({ type: 'ping' })).toBe(false);
    last().onopen!();
    expect(line.send({ type: 'ping' })).toBe(true);
    last().onclose!({});
    expect(line.send({ type: 'ping' })).toBe(false);
  });

  it('gives up a silent socket and takes another', () => {
    socket().open();
    const silent = last();
    silent.onopen!();
    vi.advanceTimersByTime(20_000);
    expect(silent.sent).toEqual([{ type: 'ping' }]);
    vi.advanceTimersByTime(8_000);
    expect(silent.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(last()).not.toBe(silent);
  });

  it('keeps a socket that answers', () => {
    socket().open();
    const talking = last();
    talking.onopen!();
    vi.advanceTimersByTime(20_000);
    talking.onmessage!({ data: '{"type":"pong"}' });
    vi.advanceTimersByTime(19_999);
    expect([talking.sent, talking.closed]).toEqual([[{ type: 'ping' }], false]);
    vi.advanceTimersByTime(1);
    expect(talking.sent).toHaveLength(2);
  });

  it('gives up a socket that does not open', () => {
    socket().open();
    vi.advanceTimersByTime(7_999);
    expect(last().closed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('hears nothing of the end of a socket it gave up, however late browsers tell it', () => {
    const listener = told();
    const line = socket(listener);
    line.open();
    const old = last();
    old.onopen!();
    line.renew();
    vi.advanceTimersByTime(500);
    old.onclose?.({ code: 1008 });
    expect([last().closed, listener.change.mock.calls, listener.refused.mock.calls]).toEqual([
      false,
      [[true], [false]],
      [],
    ]);
    const newest = last();
    line.close();
    newest.onopen?.();
    newest.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(60_000);
    expect([FakeSocket.all.length, listener.change.mock.calls.length, vi.getTimerCount()]).toEqual([2, 2, 0]);
  });

  it('sends nothing and renews nothing once closed', () => {
    const line = socket();
    line.open();
    last().onopen!();
    line.close();
    expect(line.send({ type: 'ping' })).toBe(false);
    line.renew();
    line.checkNow();
    expect([FakeSocket.all.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('opens no second socket beside one that is still opening', () => {
    const line = socket();
    line.open();
    const first = last();
    line.checkNow();
    expect([FakeSocket.all.length, first.closed, last().closed]).toEqual([2, true, false]);
    first.onclose?.({ code: 1006 });
    expect([last().closed, vi.getTimerCount()]).toEqual([false, 1]);
  });

  it('reconnects at once when asked to and stays away once closed', () => {
    const line = socket();
    line.open();
    last().onclose!({});
    line.checkNow();
    expect(FakeSocket.all).toHaveLength(2);
    line.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().closed).toBe(true);
  });

  it('hears nothing from a socket it left', () => {
    const listener = told();
    const line = socket(listener);
    line.open();
    const old = last();
    old.onopen!();
    const heard = old.onmessage!;
    line.close();
    heard({ data: '{"type":"pong"}' });
    expect(listener.message).not.toHaveBeenCalled();
  });

  it('tells a refused connection from a lost one', () => {
    const listener = told();
    const line = socket(listener);
    line.open();
    last().onopen?.();
    last().onclose?.({ code: 1006 });
    expect(listener.refused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    last().onclose?.({ code: 1006 });
    expect(listener.refused).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2000);
    last().onopen?.();
    last().onclose?.({ code: 1008 });
    expect(listener.refused).toHaveBeenCalledTimes(2);
  });
});
