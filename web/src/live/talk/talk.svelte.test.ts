import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entry, Table, TalkRequest } from '../../base/api/types';
import { hasCompany, Talk, whyNoTalk } from './talk.svelte';

const entry = (seq: number, more: Partial<Entry> = {}): Entry => ({
  seq,
  kind: 'text',
  what: 'hello',
  at: seq,
  name: 'Ola',
  seat: 0,
  me: false,
  id: null,
  ...more,
});

function talking(): { talk: Talk; sent: TalkRequest[] } {
  const sent: TalkRequest[] = [];
  return { talk: new Talk('table', (message) => sent.push(message)), sent };
}

function said(talk: Talk, text: string): string {
  talk.draft = text;
  talk.say();
  return talk.unsent.at(-1)!.id;
}

describe('talk', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('waits for the receipt and is sent again until it comes', () => {
    const { talk, sent } = talking();
    const id = said(talk, '  hello ');
    expect([sent, talk.draft]).toEqual([[{ type: 'say', id, text: 'hello' }], '']);
    talk.sendAgain();
    expect(sent.map((message) => message.id)).toEqual([id, id]);
    talk.receive({ type: 'said', id, seq: 1 });
    talk.sendAgain();
    expect(sent).toHaveLength(2);
  });

  it('knows its own words by their receipt when only these come', () => {
    const { talk } = talking();
    const id = said(talk, 'hello');
    talk.receive({ type: 'talk', entries: [entry(1, { me: true, id })] });
    expect(talk.unsent).toEqual([]);
  });

  it('says nothing when there is nothing to say', () => {
    const { talk, sent } = talking();
    talk.draft = '  ';
    talk.say();
    expect(sent).toEqual([]);
  });

  it('gives refused words back, unless others are being written', () => {
    const { talk } = talking();
    talk.receive({ type: 'unsaid', id: said(talk, 'one'), code: 'talk_fast', detail: '' });
    expect([talk.draft, talk.refusal?.code, talk.unsent]).toEqual(['one', 'talk_fast', []]);
    const id = said(talk, 'two');
    expect(talk.refusal).toBeNull();
    talk.draft = 'three';
    talk.receive({ type: 'unsaid', id, code: 'talk_fast', detail: '' });
    expect(talk.draft).toBe('three');
  });

  it('says why words were refused also when others have arrived', () => {
    const { talk } = talking();
    const [one, two] = [said(talk, 'one'), said(talk, 'two')];
    talk.receive({ type: 'unsaid', id: two, code: 'talk_fast', detail: '' });
    talk.receive({ type: 'said', id: one, seq: 1 });
    expect(talk.refusal?.code).toBe('talk_fast');
  });

  it('has after a reload what was on its way and what was read, and forgets what has arrived', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    });
    const { talk } = talking();
    const id = said(talk, 'hello');
    talk.receive({ type: 'talk', entries: [entry(1)] });
    talk.markRead();
    const { talk: again, sent } = talking();
    again.sendAgain();
    again.receive({ type: 'talk', entries: [entry(1), entry(2)] });
    expect([sent, again.unread]).toEqual([[{ type: 'say', id, text: 'hello' }], 1]);
    again.receive({ type: 'said', id, seq: 3 });
    expect(talking().talk.unsent).toEqual([]);
  });

  it('keeps trying under the same receipt while the store is away', () => {
    vi.useFakeTimers();
    const { talk, sent } = talking();
    const id = said(talk, 'hello');
    talk.receive({ type: 'unsaid', id, code: 'talk_later', detail: '' });
    vi.advanceTimersByTime(2_000);
    expect(sent.map((message) => message.id)).toEqual([id, id]);
    talk.receive({ type: 'said', id, seq: 1 });
    expect([talk.refusal, talk.unsent]).toEqual([null, []]);
    vi.useRealTimers();
  });

  it('takes what comes first for history, and the rest for news', () => {
    const { talk } = talking();
    talk.receive({ type: 'talk', entries: [entry(1), entry(2)] });
    expect([talk.fresh, talk.unread]).toEqual([[], 2]);
    talk.markRead();
    talk.receive({ type: 'talk', entries: [entry(2, { kind: 'removed' }), entry(3)] });
    expect([talk.fresh.map(({ seq }) => seq), talk.unread]).toEqual([[3], 1]);
    talk.disconnected();
    talk.receive({ type: 'talk', entries: [entry(3), entry(4)] });
    expect([talk.fresh, talk.unread]).toEqual([[], 2]);
  });
});

describe('a table', () => {
  const person = (me: boolean, muted = false) => ({
    seat: 0,
    sitter: { kind: 'person', name: 'Ola', here: true, me, muted },
  });
  const bot = { seat: 1, sitter: { kind: 'bot', bot: 'greedy' } };
  const table = (more: object): Table =>
    ({
      closed: false,
      quiet: false,
      host: false,
      mine: [0],
      people: 1,
      seats: [person(true), bot],
      ...more,
    }) as unknown as Table;

  it('says why somebody cannot talk', () => {
    expect(whyNoTalk(table({}))).toBeNull();
    expect(whyNoTalk(table({ mine: [] }))).toBe('talk_watching');
    expect(whyNoTalk(table({ mine: [], host: true }))).toBeNull();
    expect(whyNoTalk(table({ quiet: true }))).toBe('talk_quiet');
    expect(whyNoTalk(table({ seats: [person(true, true)] }))).toBe('talk_muted');
    expect(whyNoTalk(table({ closed: true }))).toBe('table_closed');
  });

  it('is company when somebody is there, may come, or has said something', () => {
    expect(hasCompany(table({}), 0)).toBe(false);
    expect(hasCompany(table({}), 1)).toBe(true);
    expect(hasCompany(table({ people: 2 }), 0)).toBe(true);
    expect(hasCompany(table({ seats: [person(true), person(false)] }), 0)).toBe(true);
    expect(hasCompany(table({ seats: [person(true), { seat: 1, sitter: null }] }), 0)).toBe(true);
    expect(hasCompany(table({ people: 2, closed: true }), 1)).toBe(false);
  });
});
