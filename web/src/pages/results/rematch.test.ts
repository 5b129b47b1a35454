import { describe, expect, it } from 'vitest';
import type { Table } from '../../base/api/types';
import { isRematch, offerAt } from './rematch';

const NAMES = ['Ola', 'Jan', 'Bot'];
const at = (what: object): Table => ({ mine: [0], rematch: null, ...what }) as Table;

describe('an offer of another match', () => {
  it('is nobody’s before somebody asks', () => {
    expect(offerAt(at({}), NAMES)).toBeNull();
  });

  it('names who wants it, who is still asked, and what I said', () => {
    const table = { rematch: ['yes', 'asked', null] };
    expect(offerAt(at(table), NAMES)).toEqual({ yes: ['Ola'], no: [], asked: ['Jan'], mine: 'yes' });
    expect(offerAt(at({ ...table, mine: [1] }), NAMES)?.mine).toBe('asked');
    expect(offerAt(at({ ...table, mine: [] }), NAMES)?.mine).toBeNull();
    expect(offerAt(at({ rematch: ['asked', 'no', null] }), NAMES)?.no).toEqual(['Jan']);
  });

  it('names a person on two seats once', () => {
    expect(offerAt(at({ rematch: ['yes', 'yes', null], mine: [0, 1] }), ['Ola', 'Ola', ''])?.yes).toEqual(['Ola']);
  });

  it('is made after a match, and after a series, never within one', () => {
    const over = { match: { over: true } };
    expect(isRematch(at({ ...over, series: null }))).toBe(true);
    expect(isRematch(at({ ...over, series: { over: true } }))).toBe(true);
    expect(isRematch(at({ ...over, series: { over: false } }))).toBe(false);
    expect(isRematch(at({ match: { over: false }, series: null }))).toBe(false);
    expect(isRematch(at({ match: null, series: null }))).toBe(false);
  });
});
