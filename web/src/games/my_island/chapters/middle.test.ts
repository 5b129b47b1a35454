import { describe, expect, it } from 'vitest';
import { geometry, type Position } from '../../laying/grid/geometry';
import { partsOf } from '../../laying/grid/parts';
import { done, farWords, racesOf, takenBy } from '../../laying/tally/races';
import type { Drawn, Scene } from '../../laying/grid/scene';
import { cleared } from '../../laying/stage';
import type { GridView, View } from '../../laying/view';
import { frame } from '../drawing/land';
import { reasons } from '../drawing/hints';
import { roads } from '../drawing/roads';
import island from '../finished.json';
import { shoreHedge } from './2/shore';
import { harbours } from './5/harbours';
import { ground, isOpen, ruins } from './5/plateau';
import { beams, litOf, raysOf, reach } from './6/beams';
import { lighthouses } from './6/lighthouses';
import { plans } from './6/plans';

// The island with the cells behind the mountains: rows -4 to -2, joined to the first row at two places.
const WIDTH = island.grid.width;
const ROWS = [
  [-4, 7, 12],
  [-3, 6, 12],
  [-2, 6, 11],
] as const;
const bitAt = ([row, column]: Position): bigint => 1n << BigInt((row + 4) * WIDTH + column);
const behind = ROWS.flatMap(([row, from, to]) =>
  Array.from({ length: to - from + 1 }, (_, i): Position => [row, from + i]),
);
const ALL = behind.reduce((all, at) => all | bitAt(at), BigInt(`0x${island.grid.cells}`) << BigInt(4 * WIDTH));
const OPEN: GridView = {
  ...(island.grid as unknown as GridView),
  top: -4,
  cells: ALL.toString(16),
  joins: [
    [bitAt([0, 6]).toString(16), bitAt([-2, 8]).toString(16)],
    [bitAt([0, 9]).toString(16), bitAt([-2, 9]).toString(16)],
  ],
};
const grids = { open: geometry(OPEN), shut: geometry(island.grid as unknown as GridView) };
const say = (id: string, ...numbers: unknown[]): string => [id, ...numbers].join(' ');
const count = (art: string, part: string): number => art.split(part).length - 1;

function scene(episode: number, which: keyof typeof grids, layers: Record<string, string[]> = {}, more = {}): Scene {
  const grid = grids[which];
  const set = (names: string[]): string =>
    names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);
  const masks = Object.fromEntries(Object.entries(layers).map(([name, cells]) => [name, [set(cells)]]));
  const view = { game: `my_island/${episode}`, kinds: island.kinds, grid: which === 'open' ? OPEN : island.grid };
  const clear = grid.cells.toString(16);
  const board = { marks: [], clear, roads: [], laid: [], brought: { stickers: [], counts: {} }, ...more };
  return {
    view,
    grid,
    ground: { open: clear, layers: masks, wants: [] },
    board,
    id: 'x',
    small: false,
  } as unknown as Scene;
}
const hex = ({ grid }: Scene, ...names: string[]): string =>
  names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);

describe('what lies behind the mountains', () => {
  it('is a part of its own, drawn with arches and shafts, and folded away when it is not in play', () => {
    expect(partsOf(grids.open).map(({ length }) => length)).toEqual([100, 19]);
    const open = ground(scene(14, 'open', { plateau: ['7,-4', '8,-4'] }));
    expect([count(open, '#i-tunnel'), count(open, '#i-shaft'), count(open, '#i-boarded')]).toEqual([2, 2, 0]);
    expect(open).not.toMatch(/NaN|undefined/);
    const folded = ground(scene(16, 'shut'));
    expect([isOpen(scene(16, 'shut')), count(folded, '#i-boarded')]).toEqual([false, 2]);
    expect(ground(scene(13, 'shut'))).toBe('');
  });

  it('fills the width of a phone by itself, with the feet of both tunnels in sight', () => {
    const [all, isle, high] = [undefined, 0, 1].map((part) => frame(grids.open, false, part));
    expect(all?.height).toBeGreaterThan(isle?.height ?? 0);
    expect(high?.width).toBeLessThan((isle?.width ?? 0) / 1.8);
    expect((high?.width ?? 0) / (high?.height ?? 1)).toBeCloseTo((isle?.width ?? 0) / (isle?.height ?? 1));
    for (const part of [isle, high])
      for (const [here, there] of grids.open.joins)
        for (const cell of [here, there]) {
          const [x, y] = grids.open.middle(cell);
          expect(part && x > part.x && x < part.x + part.width && y > part.y && y < part.y + part.height).toBe(true);
        }
    expect(frame(grids.shut, false, 1)).toEqual(frame(grids.shut, false));
  });

  it('meets its like through a tunnel, and roads go on there', () => {
    const empty = scene(15, 'open');
    const [path, at] = [island.kinds.indexOf('P'), hex(empty, '6,0', '8,-2')];
    const marks = (cells: string): string[] => island.kinds.map((_, kind) => (kind === path ? cells : '0'));
    const lying = scene(15, 'open', {}, { marks: marks(hex(empty, '6,0')) });
    const on = (name: string): Position[] => [grids.open.read(name) as Position];
    const tile = (name: string): Drawn => ({ name: 't', kind: 'tile', cells: on(name), marks: ['P'] });
    expect(reasons(lying, tile('8,-2'), [])).toContain('class="meets"');
    expect(reasons(lying, tile('9,-2'), [])).toBe('');
    expect(roads(scene(15, 'open', {}, { marks: marks(at) }))).toContain('p-road');
  });

  it('leaves the hedge on the shore of the island', () => {
    const lowest = Math.max(...(partsOf(grids.open)[1] ?? []).map((cell) => grids.open.middle(cell)[1]));
    const ys = [...shoreHedge(scene(14, 'open')).matchAll(/cy="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(ys.length).toBeGreaterThan(5);
    expect(Math.min(...ys)).toBeGreaterThan(lowest);
    expect(shoreHedge(scene(13, 'shut')).match(/<circle/g)).toHaveLength(ys.length);
  });

  it('has harbours with a ship each, and ruins', () => {
    const ports = harbours(scene(13, 'shut', { harbour: ['0,2', '4,7', '13,2'] }));
    expect([count(ports, '#i-harbour'), count(ports, '#i-trader')]).toEqual([3, 3]);
    expect(count(ruins(scene(15, 'open', { ruin: ['7,-3', '11,-3'] })), '#i-ruin')).toBe(2);
  });
});

describe('light', () => {
  const cells = ['1,6', '2,5', '3,4', '4,3', '5,2', '6,1'];
  const bare = scene(16, 'shut');
  const ray = cells.map((name) => hex(bare, name));
  const RULE = 'counted.ray:lighthouse:FP';
  const rays = [[RULE, ['F', 'P'], [ray], hex(bare, '1,6', '3,4')]];
  const lit = scene(16, 'shut', { lighthouse: ['0,7', '8,7'] }, { rays });

  it('reaches over what it passes to the last cell it lights', () => {
    const [one] = raysOf(lit.board);
    expect(one && [reach(one), litOf(one)]).toEqual([3, 2]);
    expect(plans(lit.board, lit.view, say)[0]?.text).toBe('plan.beam 1 2 6');
    expect(raysOf(cleared(lit.board, lit.view))).toEqual([]);
    expect(count(lighthouses(lit), '#i-lighthouse')).toBe(2);
  });

  it('goes further with the piece in mind, dashed, and ends where that ends', () => {
    const now = beams(lit);
    expect([count(now, 'class="beam"'), count(now, 'stroke-dasharray="6 5"')]).toEqual([1, 0]);
    const then = beams({ ...lit, foreseen: new Map([[RULE, hex(bare, '1,6', '3,4', '4,3')]]) });
    expect([count(then, 'class="beam"'), count(then, 'stroke-dasharray="6 5"'), count(then, '>3<')]).toEqual([2, 1, 1]);
    expect(count(beams({ ...lit, small: true }), '<path')).toBe(1);
  });
});

describe('goals', () => {
  it('tell who has taken which step and how far the others are, from above too', () => {
    const view = {
      races: [
        [
          'race_goal.largest:F>=8',
          [5, 3],
          8,
          [
            [8, 0],
            [2, null],
          ],
        ],
        [
          'race_goal.open:beach<=8',
          [5, 3],
          8,
          [
            [16, null],
            [8, 1],
          ],
        ],
      ],
    } as unknown as View;
    const [fields, beach] = racesOf(view);
    expect(fields && [takenBy(fields, 0), takenBy(fields, 1)]).toEqual([[0], []]);
    expect(fields && [farWords(fields, 1), done(fields, 1)]).toEqual(['2/8', 0.25]);
    expect(beach && [farWords(beach, 0), done(beach, 0), done(beach, 1)]).toEqual(['16 → 8', 0.5, 1]);
  });
});
