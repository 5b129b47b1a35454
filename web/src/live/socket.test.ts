import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause } from './backoff';
import { Wire, type Plug } from './socket';

class FakePlug implements Plug {
  static all: FakePlug[] = [];
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code?: number }) => void) | null = null;

  constructor() {
    FakePlug.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
}

const last = () => FakePlug.all.at(-1)!;
const told = () => ({ message: vi.fn(), change: vi.fn(), refused: vi.fn() });
const wire = (ears = told()) =>
  new Wire(
    () => new FakePlug(),
    ears,
    () => 0,
  );

describe('pause', () => {
  it('grows from half a second to eight and stays there', () => {
    expect([0, 1, 2, 3, 4, 99].map((n) => pause(n, 0))).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
    expect([0, 3, 99].map((n) => pause(n, 1))).toEqual([1000, 8000, 8000]);
  });
});

describe('the wire', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    FakePlug.all = [];
  });
  afterEach(() => vi.useRealTimers());

  it('tells when it is there and hands messages on', () => {
    const ears = told();
    wire(ears).open();
    last().onopen!();
    expect(ears.change).toHaveBeenLastCalledWith(true);
    last().onmessage!({ data: '{"type":"pong"}' });
    last().onmessage!({ data: 'no json' });
    expect(ears.message).toHaveBeenCalledTimes(1);
  });

  it('tries again, later and later, and starts anew after a success', () => {
    const ears = told();
    wire(ears).open();
    last().onclose!({});
    expect(ears.change).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(499);
    expect(FakePlug.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakePlug.all).toHaveLength(2);
    last().onclose!({});
    vi.advanceTimersByTime(999);
    expect(FakePlug.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(FakePlug.all).toHaveLength(3);
    last().onopen!();
    last().onmessage!({ data: '{"type":"pong"}' });
    last().onclose!({});
    vi.advanceTimersByTime(500);
    expect(FakePlug.all).toHaveLength(4);
  });

  it('says whether a message went out', () => {
    const line = wire();
    line.open();
    expect(line.send({ type: 'ping' })).toBe(false);
    last().onopen!();
    expect(line.send({ type: 'ping' })).toBe(true);
    last().onclose!({});
    expect(line.send({ type: 'ping' })).toBe(false);
  });

  it('gives up a silent plug and takes another', () => {
    wire().open();
    const silent = last();
    silent.onopen!();
    vi.advanceTimersByTime(20_000);
    expect(silent.sent).toEqual([{ type: 'ping' }]);
    vi.advanceTimersByTime(8_000);
    expect(silent.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(last()).not.toBe(silent);
  });

  it('hurries when asked to and stays away once closed', () => {
    const line = wire();
    line.open();
    last().onclose!({});
    line.hurry();
    expect(FakePlug.all).toHaveLength(2);
    line.close();
    vi.advanceTimersByTime(60_000);
    expect(FakePlug.all).toHaveLength(2);
    expect(last().closed).toBe(true);
  });

  it('hears nothing from a plug it left', () => {
    const ears = told();
    const line = wire(ears);
    line.open();
    const old = last();
    old.onopen!();
    const heard = old.onmessage!;
    line.close();
    heard({ data: '{"type":"pong"}' });
    expect(ears.message).not.toHaveBeenCalled();
  });

  it('tells a shut door from a lost line', () => {
    const ears = told();
    const line = wire(ears);
    line.open();
    last().onopen?.();
    last().onclose?.({ code: 1006 });
    expect(ears.refused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    last().onclose?.({ code: 1006 });
    expect(ears.refused).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2000);
    last().onopen?.();
    last().onclose?.({ code: 1008 });
    expect(ears.refused).toHaveBeenCalledTimes(2);
  });
});
