import { describe, expect, it } from 'vitest';
import { groups } from '../city/groups';
import { art, classOf, PICTURES } from './art';
import { entries, Studio } from './compose';
import { FORMS } from './forms';
import motifs from './motifs.txt?raw';
import { street } from './street';

const building = { permanent: 'community', civic: false };
const ids = [...PICTURES.keys()];
const CLOUD = /^<path d="[^"]*" fill="var\(--pc-cloud\)" stroke="none"\/>/;

describe('the pictures', () => {
  it('are one for each of the 140 buildings', () => {
    expect(PICTURES.size).toBe(140);
    expect(ids.filter((id) => !art(id, building))).toEqual([]);
    expect(art('G99-energy', building)).toBe('');
  });

  it('are never the same for two buildings, not even in other colours', () => {
    const seen = new Map<string, string[]>();
    for (const id of ids) {
      expect(art(id, building)).toMatch(CLOUD);
      const outline = art(id, building)
        .replace(CLOUD, '')
        .replaceAll(/fill="[^"]*"|stroke="[^"]*"/g, '');
      seen.set(outline, [...(seen.get(outline) ?? []), id]);
    }
    expect([...seen.values()].filter((ids) => ids.length > 1)).toEqual([]);
  });

  it('hold no broken numbers', () => {
    const all = [...ids.map((id) => art(id, building)), street()];
    expect(all.filter((picture) => /NaN|undefined|Infinity|--\d/.test(picture))).toEqual([]);
  });

  it('use every motif', () => {
    const known = entries(motifs);
    const texts = [...PICTURES.values(), ...known.values()].join(';');
    const used = new Set([...texts.matchAll(/@(\w+)/g)].map(([, name]) => name));
    expect([...known.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('a text', () => {
  const studio = new Studio(FORMS, new Map([['dot', 'disc 0 0 2 k']]));

  it('becomes shapes, lines, forms and motifs', () => {
    expect(studio.draw('k M0,0h9; ~w M1,1h2; -i M0,0h3 2', 'red')).toBe(
      '<path d="M0,0h9" fill="red"/><path d="M1,1h2" fill="var(--pc-wall)" stroke="none"/>' +
        '<path d="M0,0h3" fill="none" stroke="var(--pc-ink)" stroke-width="2" stroke-linecap="round"/>',
    );
    expect(studio.draw('@dot 5 6 2', 'red')).toBe(
      '<g transform="translate(5 6) scale(2)" stroke-width="0.7"><circle cx="0" cy="0" r="2" fill="red"/></g>',
    );
  });

  it('says which part nobody knows', () => {
    expect(() => studio.draw('spaceship 1 2', 'red')).toThrow('no such part: spaceship');
    expect(() => studio.draw('@spaceship 1 2', 'red')).toThrow('no such motif: spaceship');
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
