/** A small table for tests: most of it resources, two buildings side by side. */
import type { Say } from '../../../base/i18n/say';
import type { CellView, View } from '../view';

/** Says the id and what fills it. */
export const echo: Say = (id, ...fills) =>
  [id, ...fills.flatMap((fill) => (typeof fill === 'number' ? [String(fill)] : Object.values(fill).map(String)))].join(
    '|',
  );

const CELLS = [...'1234'].flatMap((row) => [...'abcd'].map((column) => column + row));

export function sample(changes: Partial<View> = {}): View {
  const market = CELLS.map((cell): CellView => ({
    cell,
    tier: 1,
    side: 'up',
    resource: 'energy',
    symbols: 1,
    then: 'down',
    no_flip: cell.endsWith('4') ? [] : ['not_all_resources'],
  }));
  market[0] = { cell: 'a1', tier: 1, side: 'down', building: 'G06-industry', then: 'up', no_flip: ['never_back'] };
  market[1] = { cell: 'b1', tier: 2, side: 'down', building: 'G21-economy', then: 'up', no_flip: ['never_back'] };
  const none = { industry: 0, energy: 0, economy: 0, community: 0, ecology: 0 };
  const board = {
    value: 0,
    tally: [],
    ended: '',
    printed: 0,
    buildings: [],
    permanent: none,
    free: none,
    cards: [],
    tokens: [],
    automaton: false,
  };
  return {
    game: 'point_city/table',
    version: 1,
    seat: 0,
    phase: 'play',
    to_act: [0],
    round: 3,
    rounds: 17,
    turn_of: 0,
    first: 0,
    market,
    deck: { left: 30, tiers: [6, 24, 0], top: { tier: 1, side: 'up', resource: 'ecology', symbols: 1 }, changes: [] },
    row: [{ token: 'flat-5', brings: 5 }],
    buildings: {
      'G06-industry': { tier: 1, cost: { energy: 2 }, points: 1, permanent: 'industry', civic: false },
      'G21-economy': { tier: 2, cost: { economy: 4 }, points: 0, permanent: '', civic: true },
    },
    tokens: { 'flat-5': { counts: 'flat', worth: 5, kinds: [], times: 0 } },
    boards: [
      { ...board, seat: 0 },
      { ...board, seat: 1 },
    ],
    places: [1, 1],
    rules: [],
    pairs: [
      { take: ['a1', 'b1'], lacks: { economy: 4 }, jokers: 1 },
      { take: ['b1', 'a1'], lacks: { economy: 3, energy: 1 }, jokers: 1 },
      { take: ['a1', 'a2'], pays: [['permanent-energy', 'ingenuity-energy']], choice: true, gain: 1, tokens: 0 },
      { take: ['a2', 'a1'], pays: [['permanent-energy', 'energy-1']], choice: true, gain: 1, tokens: 0 },
      { take: ['a2', 'b2'], pays: [], gain: 0, tokens: 0 },
    ],
    lacks: {},
    task: null,
    answers: [['flip', 'a4'], ['take', 'a1', 'a2'], ['take', 'a2', 'a1'], ['take', 'a2', 'b2'], ['draw']],
    automaton: null,
    stuck: false,
    ...changes,
  };
}
