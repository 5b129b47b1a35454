import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NextSeal, Table } from '../../base/api/types';
import { commitmentTo } from './seal_check';
import { SealNotes } from './seal_notes';

const person = (me: boolean) => ({ sitter: { kind: 'person', me } });
const SEATS = [person(true), person(false)];
const lobby = { id: 't', mine: [0], seats: SEATS, match: null, closed: false, sealing: null } as unknown as Table;
const nonces = () => {
  let count = 0;
  return () => String(++count).padStart(32, '0');
};
const FIRST = nonces()();
const sealing = (change: Partial<NextSeal> = {}): NextSeal => ({
  number: 1,
  seal: 'aa',
  commitments: [commitmentTo(0, FIRST), 'bb'],
  revealing: false,
  ...change,
});
const started = (over = false, number = 1) =>
  ({ ...lobby, match: { id: `m${number}`, number, over, seal: 'aa' } }) as unknown as Table;

let kept: Map<string, string>;
const visit = () => new SealNotes('t', nonces());

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('commits, and shows its nonce once all commitments are fixed', () => {
  const notes = visit();
  const commitment = commitmentTo(0, FIRST);
  expect(notes.hearTable(lobby)).toEqual({ type: 'commit', number: 1, seat: 0, commitment });
  expect(notes.hearTable({ ...lobby, sealing: sealing() })).toBeNull();
  const reveal = { type: 'reveal', number: 1, seat: 0, nonce: FIRST };
  expect(notes.hearTable({ ...lobby, sealing: sealing({ revealing: true, outcomes: 'list' }) })).toEqual(reveal);
  expect(notes.hearTable(started())).toBeNull();
  notes.hearDraws('m1', ['* deck 0 R-O4', '0 pass']);
  notes.hearDraws('m1', ['* deck 0 R-O4', '* deck 1 B-T4']);
  expect(visit().of('m1')).toEqual({
    number: 1,
    match: 'm1',
    seal: 'aa',
    before: true,
    commitments: [commitment, 'bb'],
    seat: 0,
    nonce: FIRST,
    revealed: true,
    restarted: false,
    draws: ['* deck 0 R-O4', '* deck 1 B-T4'],
    outcomes: 'list',
  });
});

it('shows the nonce also after the page was loaded again', () => {
  visit().hearTable(lobby);
  const revealing = { ...lobby, sealing: sealing({ revealing: true }) };
  expect(visit().hearTable(revealing)).toMatchObject({ type: 'reveal', nonce: FIRST });
});

it('leaves it to another device of the same person', () => {
  const notes = visit();
  const other = sealing({ commitments: ['cc', 'bb'] });
  expect(notes.hearTable({ ...lobby, sealing: other })).toBeNull();
  expect(notes.hearTable({ ...lobby, sealing: { ...other, revealing: true } })).toBeNull();
  notes.hearTable(started());
  expect(notes.of('m1')).toMatchObject({ before: true, commitments: ['cc', 'bb'], seat: null, revealed: false });
});

it.each([
  ['plays alone', { seats: [person(true), { sitter: { kind: 'bot' } }] }],
  ['holds all seats', { seats: [person(true), person(true)] }],
  ['only looks on', { mine: [] }],
  ['sits at a closed table', { closed: true }],
  ['speaks with an older server', { sealing: undefined }],
])('gives no part when it %s', (_, change) => {
  expect(visit().hearTable({ ...lobby, ...(change as Partial<Table>) })).toBeNull();
});

it('writes down the seal of a match that it only met while it ran', () => {
  const notes = visit();
  expect(notes.hearTable(started())).toBeNull();
  expect(notes.of('m1')).toMatchObject({ seal: 'aa', before: false, commitments: [] });
});

it('keeps the seal that it saw first, whatever the match says later', () => {
  const notes = visit();
  notes.hearTable({ ...lobby, sealing: sealing({ seal: 'seen' }) });
  notes.hearTable(started());
  expect(notes.of('m1')).toMatchObject({ seal: 'seen', before: true });
});

it('keeps the list of outcomes that it was told first, before nonces were shown or with the running match', () => {
  const notes = visit();
  notes.hearTable({ ...lobby, sealing: sealing({ revealing: true, outcomes: 'fixed' }) });
  notes.hearTable({ ...lobby, sealing: sealing({ revealing: true, outcomes: 'another' }) });
  notes.hearTable({ ...started(), match: { ...started().match!, outcomes: 'a third' } });
  expect(notes.of('m1')).toMatchObject({ outcomes: 'fixed' });
  const later = new SealNotes('other', nonces());
  for (const outcomes of ['met', 'another'])
    later.hearTable({ ...started(), match: { ...started().match!, outcomes } });
  expect(later.of('m1')).toMatchObject({ before: false, outcomes: 'met' });
});

it('forgets the oldest matches', () => {
  const notes = visit();
  for (let number = 1; number <= 31; number += 1) notes.hearTable(started(false, number));
  expect([notes.of('m1'), visit().of('m2')?.number, visit().of('m31')?.number]).toEqual([null, 2, 31]);
  for (const seal of 'abc') notes.hearTable({ ...lobby, sealing: sealing({ number: 32, seal }) });
  expect([notes.of('m2'), notes.of('m3')?.number]).toEqual([null, 3]);
});

it('takes another nonce for the next match', () => {
  const notes = visit();
  notes.hearTable(lobby);
  const next = notes.hearTable(started(true));
  expect(next).toMatchObject({ type: 'commit', number: 2 });
  expect(next).not.toMatchObject({ commitment: commitmentTo(0, FIRST) });
});

it('remembers a start that was broken off after it had shown its nonce, and shows that one never again', () => {
  const notes = visit();
  notes.hearTable(lobby);
  notes.hearTable({ ...lobby, sealing: sealing({ revealing: true }) });
  const again = sealing({ seal: 'other', commitments: [null, 'bb'] });
  expect(notes.hearTable({ ...lobby, sealing: again })).not.toMatchObject({ commitment: commitmentTo(0, FIRST) });
  notes.hearTable(started());
  expect(notes.of('m1')).toMatchObject({ seal: 'other', restarted: true });
});
