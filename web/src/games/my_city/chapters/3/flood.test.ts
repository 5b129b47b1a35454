import { describe, expect, it } from 'vitest';
import { geometry } from '../../../laying/grid/geometry';
import type { Scene } from '../../../laying/grid/scene';
import type { GridView } from '../../../laying/view';
import { dike, flood } from './flood';

const GRID: GridView = {
  lattice: 'square',
  top: 0,
  left: 0,
  width: 4,
  cells: '777',
  joins: [],
  river: [
    [0, 1],
    [3, 1],
  ],
};

function scene({ plain = '666', rule = 'visible.tree', phase = 'rounds', small = false }): Scene {
  return {
    view: { grid: GRID, rules: [[rule, [-1]]], phase },
    grid: geometry(GRID),
    ground: { open: plain, layers: { plain: [plain], mill: ['1'] }, wants: [] },
    id: 'f',
    small,
  } as unknown as Scene;
}

describe('high water', () => {
  it('covers the cells that have neither land nor anything on them', () => {
    expect(flood(scene({ plain: '776' }))).toBe('');
    expect(flood(scene({}))).toContain('d="M0 48');
    expect(flood(scene({}))).toContain('clipPath');
    expect(flood(scene({ small: true }))).not.toContain('clipPath');
  });

  it('is kept off by a dike while gaps cost, until boards are cleared', () => {
    expect(dike(scene({ rule: 'visible.river' }))).toContain('var(--wood)');
    expect(dike(scene({ rule: 'visible.river', phase: 'reward' }))).toBe('');
    expect(dike(scene({}))).toBe('');
  });
});
