import { describe, expect, it } from 'vitest';
import { geometry, type Position } from '../../laying/grid/geometry';
import type { Scene } from '../../laying/grid/scene';
import { cleared } from '../../laying/stage';
import type { BoardView, GridView, View } from '../../laying/view';
import island from '../finished.json';
import { roofs as pips, strings, strungTo } from './7/hum';
import { keepsakes as roofs } from './7/keepsakes';
import { megaliths, turf } from './7/megaliths';
import { plans as roofPlans } from './7/plans';
import { keepsakes as portals, lightPlan } from './8/keepsakes';
import { arcsOf } from './8/lights';
import { mountain } from './8/mountain';
import { portal, sockets } from './8/portal';
import { plans as wavePlans, threats } from './8/threats';
import { ash, flood, lava } from './8/waves';

const grid = geometry(island.grid as unknown as GridView);
const set = (...names: string[]): string =>
  names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);
const say = (id: string, ...numbers: unknown[]): string => [id, ...numbers].join(' ');
const count = (art: string, part: string): number => art.split(part).length - 1;

/** The board of an episode on which these cells show a symbol each. */
function scene(episode: number, more: object = {}, ground: object = {}, shown: Record<string, string[]> = {}): Scene {
  const view = { game: `my_island/${episode}`, kinds: island.kinds, grid: island.grid };
  const marks = island.kinds.map((kind) => set(...(shown[kind] ?? [])));
  const board = { marks, clear: island.grid.cells, notes: {}, brought: { stickers: [], counts: {} }, takes: null };
  return {
    view,
    grid,
    ground: { ...island.ground, wants: [], ...ground },
    board: { ...board, ...more },
    id: 'x',
    small: false,
  } as unknown as Scene;
}

describe('a megalith', () => {
  const wants = { wants: [['megalith', 'F', set('3,4')]] };
  const ring = ['2,4', '4,4', '3,3', '4,3', '2,5', '3,5'];
  const spots = [['spot.megalith.own', set('3,4'), set(...ring), 3, 4, false, set('2,5'), ['F']]];
  const counts = (n: number) => ({ brought: { stickers: [], counts: { 'roof:F': n } } });
  const roof = (has: number, adds: number) => ({ roofs: [['roofs.megalith', set('3,4'), 'roof:F', has, adds]] });

  it('has as many parts of its roof as were built, those that this match brought included', () => {
    const parts = (more: object): number => count(megaliths(scene(20, more, wants)), '#i-roof-f-');
    expect([0, 1, 2, 3].map((n) => parts(counts(n)))).toEqual([0, 1, 2, 3]);
    expect(parts({ ...counts(1), takes: { stickers: [], counts: { 'roof:F': 3 } } })).toBe(3);
    expect(megaliths(scene(12))).toBe('');
    expect(turf(scene(20, {}, wants))).not.toBe('');
  });

  it('shows thin what this board would add, and tells it', () => {
    const growing = scene(20, { ...counts(1), ...roof(1, 2), spots }, wants);
    expect(count(megaliths(growing), 'opacity=".5"')).toBe(2);
    expect(count(pips(growing), 'fill="var(--lamp)"')).toBe(2);
    const told = (has: number, adds: number) =>
      roofPlans(scene(20, roof(has, adds)).board, null, say).map(({ text }) => text);
    expect(told(1, 0)).toEqual(['series.count.roof:F: plan.roof.has 1 3']);
    expect(told(1, 2)).toEqual(['series.count.roof:F: plan.roof.adds 1 3 2']);
    expect(told(3, 0)).toEqual(['series.count.roof:F: plan.roof.whole']);
    const bare = cleared(growing.board, growing.view);
    expect([roofPlans(bare, null, say), pips({ ...growing, board: bare })]).toEqual([[], '']);
  });

  it('has a bead for each own symbol beside it, and two for one that counts twice', () => {
    const beside = { F: ['2,4', '4,4', '0,0'], W: ['3,3'] };
    const board = { ...roof(0, 0), spots, notes: { doubled: set('4,4', '3,3') } };
    const at = scene(20, board, wants, beside);
    expect(strungTo(at, 'F', set(...ring)).map(({ beads }) => beads)).toEqual([1, 2]);
    expect(count(strings(at), 'class="bead"')).toBe(3);
    expect(strings({ ...at, small: true })).toBe('');
  });

  it('stands beside the board once no roof grows any more', () => {
    expect(roofs(scene(22, counts(2)).board, say)[0]?.about[0]).toBe('series.count.roof:F: plan.roof.has 2 3');
    expect(roofs(scene(20, { ...counts(2), ...roof(2, 0) }).board, say)).toEqual([]);
    expect(roofs(scene(12).board, say)).toEqual([]);
  });
});

describe('the portal', () => {
  const around = ['5,3', '6,3', '6,4', '5,5', '4,5', '4,4'];
  const layers = { layers: { ...island.ground.layers, portal: [set('5,4')] } };
  const shining = (...states: string[]) => ({
    lights: states.map((state, i) => ['cover.wanted.segment', set(around[i] ?? ''), 'FWHPFW'[i], state]),
  });

  it('lights arc by arc, each towards its segment', () => {
    const half = scene(23, shining('earlier', 'lit', 'open', 'dark', 'open', 'dark'), layers);
    const art = portal(half);
    expect([count(art, 'class="rim"'), count(art, 'class="lit"'), count(art, 'class="open"')]).toEqual([2, 1, 2]);
    expect(new Set(arcsOf(half).map(({ angle }) => Math.round(angle * 10))).size).toBe(6);
    expect(count(sockets(half), '#i-')).toBe(4);
    expect(count(sockets({ ...half, board: { ...half.board, clear: '0' } }), '#i-')).toBe(0);
    expect([portal(scene(21)), sockets(scene(21))]).toEqual(['', '']);
  });

  it('opens when all six are lit', () => {
    const [five, six] = ['open', 'lit'].map((last) =>
      portal(scene(24, shining('lit', 'lit', 'earlier', 'earlier', 'lit', last), layers)),
    );
    expect((six ?? '').length).toBeGreaterThan((five ?? '').length + 300);
    expect(count(six ?? '', 'rotate(')).toBe(4);
  });

  it('is told in words with the cells that can be lit now', () => {
    const { board } = scene(22, shining('lit', 'open', 'dark', 'dark', 'dark', 'dark'), layers);
    const [plan] = lightPlan(board, null, say);
    expect([plan?.text, plan?.cells]).toEqual(['tally.cover.wanted.segment: plan.portal 1 6', set('6,3')]);
    expect(portals(board, say)[0]?.about).toEqual(['plan.portal 1 6']);
    expect(portals(scene(21).board, say)).toEqual([]);
  });
});

describe('a wave', () => {
  const waves = [
    ['hazard.lava.lava1', 8, 'lava', set('1,0', '2,0'), true],
    ['hazard.lava.lava2', 14, 'lava', set('4,0'), false],
    ['hazard.sea.row', 20, 'sea', '0', false],
  ];

  it('is told with the round after which it comes, and what it took', () => {
    const { board } = scene(23, { waves });
    expect(wavePlans(board, null, say).map(({ text }) => text)).toEqual([
      'tally.hazard.lava.lava1: plan.wave.took 2',
      'tally.hazard.lava.lava2: plan.wave.comes 14 1',
      'tally.hazard.sea.row: plan.wave.comes 20 0',
    ]);
    expect(threats(board, null, say).map(({ from, isPast }) => [from, isPast])).toEqual([
      ['north', true],
      ['north', false],
      ['south', false],
    ]);
    expect(threats({ ...board, bare: true } as BoardView, null, say)).toEqual([]);
  });

  it('leaves fire or water for the episode, and ash for good where nothing lies', () => {
    const taken = scene(23, { notes: { lava: set('1,0', '2,0'), sea: set('3,7') } });
    expect([lava(taken) !== '', flood(taken) !== '']).toEqual([true, true]);
    expect([lava(scene(23)), flood(scene(23)), ash(scene(24))]).toEqual(['', '', '']);
    const burnt = { brought: { stickers: [['h', '1,0'], ['h', '2,0']], counts: {} } }; // prettier-ignore
    const bare = ash(scene(24, burnt));
    expect(bare).not.toBe('');
    expect(ash(scene(24, { ...burnt, clear: set('1,0') })).length).toBeLessThan(bare.length);
  });

  it('comes from a mountain that smokes first', () => {
    const drawn = (episode: number): boolean[] =>
      ['plume', 'crater'].map((art) => mountain(scene(episode)).includes(`#i-${art}`));
    expect([21, 22, 23].map(drawn)).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
    expect(mountain({ ...scene(1), view: { game: 'my_island/eternal' } as View })).toBe('');
  });
});
