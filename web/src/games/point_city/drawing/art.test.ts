import { describe, expect, it } from 'vitest';
import { groups } from '../groups';
import { KINDS } from '../view';
import { art, classOf, turnOf } from './art';

describe('the pictures', () => {
  it('are there for every kind and tier, each its own', () => {
    const drawn = [1, 2, 3].flatMap((tier) => [
      ...KINDS.map((permanent) => art('G01-industry', { tier, permanent, civic: false })),
      art('G11-industry', { tier, permanent: '', civic: true }),
    ]);
    expect(drawn.every(Boolean)).toBe(true);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('are the same for the same building and vary among buildings', () => {
    const cottage = (id: string): string => art(id, { tier: 1, permanent: 'community', civic: false });
    expect(cottage('G01-community')).toBe(cottage('G01-community'));
    expect(cottage('G01-community')).not.toBe(cottage('G02-community'));
    expect(turnOf('G01-community')).not.toBe(turnOf('G01-ecology'));
  });

  it('draw what has no drawing of its own as a hall', () => {
    expect(art('G99-energy', { tier: 2, permanent: '', civic: false })).toContain('<path');
  });

  it('hold no broken numbers', () => {
    const all = KINDS.flatMap((kind) =>
      ['G10', 'G19', 'G20', 'G26', 'G27', 'G28'].map((family, i) =>
        art(`${family}-${kind}`, { tier: 1 + (i >> 1), permanent: '', civic: false }),
      ),
    );
    expect(all.join('')).not.toMatch(/NaN|undefined|--\d/);
  });
});

describe('a city', () => {
  it('is grouped by what its buildings give', () => {
    const house = { tier: 1, cost: {}, points: 0, permanent: 'community', civic: false };
    const buildings = { home: house, oak: { ...house, permanent: '' }, hall: { ...house, permanent: '', civic: true } };
    const found = groups({ buildings }, { buildings: ['oak', 'home', 'hall', 'home', 'unknown'] });
    expect(
      found.filter((group) => group.buildings.length).map((group) => [group.kind, group.buildings.length]),
    ).toEqual([
      ['community', 2],
      ['points', 1],
      ['civic', 1],
    ]);
    expect(classOf(buildings.hall)).toBe('civic');
  });
});
