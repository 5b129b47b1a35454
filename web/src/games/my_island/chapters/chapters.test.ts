import { describe, expect, it } from 'vitest';
import { geometry, type Position } from '../../laying/grid/geometry';
import type { Drawn, Scene } from '../../laying/grid/scene';
import { cleared } from '../../laying/stage';
import type { BoardView, GridView, View } from '../../laying/view';
import { doubledCell } from './4/doubled_cell';
import { frame } from '../drawing/land';
import { signs } from '../drawing/signs';
import island from '../finished.json';
import { boats, footprints, groves } from './1/landing';
import { camp, plots, smoking } from './2/settlement';
import { jetty, shoreHedge } from './2/shore';
import { sails } from './3/pirates';
import { plans } from './3/plans';
import { rings } from './3/rings';
import { closedSites, openSites } from './3/sites';
import { idols, steps, temple, ways } from './4/forest';

const grid = geometry(island.grid as unknown as GridView);
const set = (...names: string[]): string =>
  names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);
const say = (id: string, ...numbers: unknown[]): string => [id, ...numbers].join(' ');
const count = (art: string, part: string): number => art.split(part).length - 1;
const SIGNS = { T: set('7,0', '8,0', '7,1'), i: set('5,0', '10,0') };

/** The board of an episode with these layers besides the ordinary ones, and stickers the seat has put. */
function scene(episode: number, layers: Record<string, string[]> = {}, more: object = {}): Scene {
  const view = { game: `my_island/${episode}`, kinds: island.kinds, grid: { ...island.grid, signs: SIGNS }, finds: [] };
  const masks = Object.fromEntries(Object.entries(layers).map(([name, cells]) => [name, [set(...cells)]]));
  const ground = { ...island.ground, layers: { ...island.ground.layers, ...masks } };
  const board = { marks: [], clear: island.grid.cells, roads: [], brought: { stickers: [], counts: {} }, ...more };
  return { view, grid, ground, board, id: 'x', small: false } as unknown as Scene;
}
const stickers = (...put: [string, string][]) => ({ brought: { stickers: put, counts: {} } });

describe('the island of an episode', () => {
  it('has the marks of its own chapter and those before, none of later ones', () => {
    const drawn = (episode: number): boolean[] =>
      [footprints, camp, sails, ways].map((draw) => draw(scene(episode)) !== '');
    expect(drawn(1)).toEqual([true, false, false, false]);
    expect(drawn(4)).toEqual([true, true, false, false]);
    expect(drawn(7)).toEqual([true, true, true, false]);
    expect(drawn(12)).toEqual([true, true, true, true]);
    expect(drawn(Number.NaN)).toEqual([false, false, false, false]); // the Eternal game
  });

  it('shows more footprints and huts every day, and its own ship until others come', () => {
    expect(footprints(scene(3)).length).toBeGreaterThan(footprints(scene(1)).length);
    expect(count(camp(scene(5)), '#i-hut')).toBe(3);
    expect(boats(scene(6))).toContain('#i-boat');
    expect(boats(scene(7))).not.toContain('#i-boat');
  });

  it('has its shore planted further every day, and then a jetty', () => {
    const bushes = (episode: number): number => count(shoreHedge(scene(episode)), '<circle');
    expect(bushes(3)).toBe(0);
    expect(bushes(4)).toBeGreaterThan(5);
    expect(bushes(5)).toBeGreaterThan(bushes(4));
    expect([jetty(scene(5)), jetty(scene(6)) !== '']).toEqual(['', true]);
  });

  it('keeps what stands high inside a small picture', () => {
    const highest = (art: string): number =>
      Math.min(...[...art.matchAll(/ y="(-?[\d.]+)"/g)].map((y) => Number(y[1])));
    const top = frame(grid, true).y;
    const small = (layers: Record<string, string[]>, more: object): Scene => ({
      ...scene(12, layers, more),
      small: true,
    });
    expect(highest(temple(small({ temple: ['7,0', '8,0', '7,1'] }, {})))).toBeGreaterThan(top);
    expect(highest(smoking(small({}, stickers(['plot:H', '3,0']))))).toBeGreaterThanOrEqual(top);
  });

  it('keeps groves, and plots behind hedges with what their stickers say', () => {
    expect(count(groves(scene(3, {}, stickers(['p', '4,2']))), '#i-grove')).toBe(1);
    const plot = scene(5, { plot: ['3,5'] }, stickers(['plot:H', '3,5']));
    expect(plots(plot)).toContain('#i-house');
    expect(smoking(plot)).toContain('#i-smoke');
  });

  it('prints signs on bare land alone, and steps until the temple stands', () => {
    expect(count(signs(scene(1)), '<g transform')).toBe(5);
    expect(count(signs(scene(1, {}, { clear: '0' })), '<g transform')).toBe(0);
    expect(steps(scene(10))).not.toBe('');
    const found = scene(12, { temple: ['7,0', '8,0', '7,1'] });
    expect([steps(found), temple(found).includes('#i-temple')]).toEqual(['', true]);
  });
});

describe('what one plans with', () => {
  const spots = [
    ['spot.temple.covered', set('7,0'), set('6,0', '6,1'), 1, 2, false, set('6,1'), []],
    ['spot.bay.W', set('0,1', '0,2'), set('0,1', '0,2'), 1, 1, true, '0', ['W']],
  ];
  const sites = [
    ['find.idol', set('5,0'), 'open'],
    ['find.idol', set('10,0'), 'dug'],
  ];

  it('are lines to the cells a ring lacks, and a tick where all is there', () => {
    const art = rings(scene(12, {}, { spots }));
    expect([count(art, 'r="4.5"'), art.includes('>1/2<')]).toEqual([1, true]);
    expect(count(art, 'var(--good)')).toBe(1);
  });

  it('are sites: open ones on the land, dug ones with what was found', () => {
    const dig = scene(11, { idol: ['5,0', '10,0'] }, { sites });
    (dig.view as View & { finds: unknown }).finds = [[set('10,0'), 4]];
    expect(count(idols(dig), '#i-idol')).toBe(1);
    expect(count(openSites(dig, 'idol', 'idol'), '#i-idol')).toBe(1);
    expect(closedSites(dig, 'idol', 'idol')).toContain('>+4<');
    expect(closedSites({ ...dig, small: true }, 'idol', 'idol')).not.toContain('<text');
  });

  it('is told in words, and gone from a board that is cleared', () => {
    const { board, view } = scene(12, {}, { spots, sites });
    expect(plans(board, view, say).map(({ text }) => text)).toEqual([
      'tally.spot.temple.covered: plan.spot.now 1 2',
      'tally.spot.bay.W: plan.spot.done',
      'tally.find.idol: plan.sites 1 1 0',
    ]);
    expect(plans(cleared(board, view), view, say)).toEqual([]);
  });
});

describe('a symbol that counts twice', () => {
  const owner = stickers(['double:t29', '2']) as unknown as BoardView;
  const design: Position[] = [
    [0, 0],
    [0, 1],
    [1, 1],
  ];
  const tile = (cells: Position[], orientation?: number): Drawn => ({
    name: 't29',
    kind: 'tile',
    cells,
    marks: [...'PPP'],
    ...(orientation === undefined ? {} : { orientation }),
  });

  it('is found by its place on the tile, however that is turned', () => {
    const view = { shapes: { t29: [design, [...'PPP']] } } as unknown as View;
    expect(doubledCell(owner, tile(design))).toEqual([1, 1]);
    expect(doubledCell(owner, tile([...design], 0), view)).toEqual([1, 1]);
    // half a turn: the third cell comes first in reading order
    expect(doubledCell(owner, tile([[0, 0], [1, 0], [1, 1]], 3), view)).toEqual([0, 0]); // prettier-ignore
    expect(doubledCell(owner, { ...tile(design), name: 't1' })).toBeUndefined();
  });
});
