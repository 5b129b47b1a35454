import { describe, expect, it } from 'vitest';
import {
  anchors,
  cellsOf,
  draftOf,
  heldAt,
  heldBy,
  inHand,
  judge,
  storedDraft,
  lifted,
  onCells,
  lineOf,
  places,
  restoredDraft,
  stepped,
  tappedAt,
  turned,
  type Draft,
} from './draft';
import { CELL, geometry, type Position } from '../grid/geometry';
import { readPieces } from '../grid/pieces';
import type { GridView, PieceView } from '../view';

// A board of 4 x 4 cells with one empty column, and a corner of three cells that may lie at A1 or C2.
const GRID: GridView = {
  lattice: 'square',
  top: 0,
  left: 0,
  width: 5,
  cells: (0b01111_01111_01111_01111).toString(16),
  joins: [],
  river: [],
};
const grid = geometry(GRID);
const firsts = (...names: string[]): string =>
  names.reduce((sum, name) => sum | (1n << BigInt(grid.bit(grid.read(name) as Position))), 0n).toString(16);
const INSIDE = firsts('A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3');
const CORNER: PieceView = {
  name: 'V3',
  kind: 'Y',
  marks: ['Y', 'Y', 'Y'],
  shapes: [
    {
      orientation: 0,
      cells: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      inside: INSIDE,
      legal: firsts('A1', 'C2'),
      lacks: { clear: firsts('B1', 'B2'), beside: firsts('B2', 'C3') },
    },
    {
      orientation: 1,
      cells: [
        [0, 1],
        [0, 0],
        [1, 0],
      ],
      inside: INSIDE,
      legal: firsts('B3'),
      lacks: {},
    },
    {
      orientation: 3,
      cells: [
        [1, -1],
        [1, 0],
        [0, 0],
      ],
      inside: firsts('B1', 'C1', 'D1', 'B2', 'C2', 'D2', 'B3', 'C3', 'D3'),
      legal: '0',
      lacks: {},
    },
  ],
};
const pieces = readPieces([CORNER]);
const at = (name: string, more: Partial<Draft> = {}): Draft => ({ ...inHand(pieces), at: grid.read(name), ...more });

describe('a draft', () => {
  it('begins in the hand, held by its middle cell', () => {
    expect(inHand(pieces)).toEqual({ piece: 0, shape: 0, grab: 1, at: null });
    expect(judge(pieces, grid, inHand(pieces))).toBeNull();
    expect(lineOf(pieces, grid, inHand(pieces))).toBeNull();
  });

  it('is judged by the masks alone', () => {
    expect(judge(pieces, grid, at('A1'))).toEqual({ legal: true, rules: [] });
    expect(judge(pieces, grid, at('B2'))).toEqual({ legal: false, rules: ['clear', 'beside'] });
    expect(judge(pieces, grid, at('C3'))).toEqual({ legal: false, rules: ['beside'] });
    expect(judge(pieces, grid, at('D4'))).toEqual({ legal: false, rules: ['edge'] });
    expect(judge(pieces, grid, { ...at('A1'), at: [-1, 0] })).toEqual({ legal: false, rules: ['edge'] });
  });

  it('is picked up to the legal place nearest to the middle', () => {
    expect(lifted(pieces, grid, inHand(pieces)).at).toEqual([1, 2]);
    expect(lifted(pieces, grid, { ...inHand(pieces), shape: 2 }).at).not.toBeNull();
    expect(stepped(pieces, grid, inHand(pieces), 'up').at).toEqual([1, 2]);
  });

  it('steps by one cell and stays on the board', () => {
    expect(stepped(pieces, grid, at('B2'), 'left').at).toEqual([1, 0]);
    expect(stepped(pieces, grid, at('A1'), 'left').at).toEqual([0, 0]);
    expect(stepped(pieces, grid, at('C3'), 'down').at).toEqual([2, 2]);
  });

  it('turns about the cell it is held by, and stays where it lay', () => {
    const before = at('B2');
    const after = turned(pieces, grid, before, 1);
    expect(after.shape).toBe(1);
    const common = cellsOf(pieces, after).filter((cell) => cellsOf(pieces, before).map(String).includes(String(cell)));
    expect(common).toHaveLength(2);
    expect(cellsOf(pieces, after)[after.grab]).toEqual(cellsOf(pieces, before)[before.grab]);
    expect(turned(pieces, grid, at('B2'), -1).shape).toBe(2);
    expect(turned(pieces, grid, turned(pieces, grid, at('B2'), 1), -1)).toEqual(at('B2'));
  });

  it('is pushed onto the board where a tap at the edge would put it beside', () => {
    for (const corner of ['A1', 'D1', 'A4', 'D4'])
      expect(judge(pieces, grid, tappedAt(pieces, grid, inHand(pieces), grid.read(corner)!))?.rules).not.toContain(
        'edge',
      );
  });

  it('is held as before where that fits', () => {
    const there = cellsOf(pieces, at('C2'));
    expect(tappedAt(pieces, grid, at('B2'), there[at('B2').grab]!)).toEqual(at('C2'));
  });

  it('lies over the tapped cell in whatever way fits there', () => {
    const shape = pieces[0]!.shapes[0]!;
    for (const first of grid.positions(shape.legal)) {
      for (const [row, column] of shape.cells) {
        const tapped: Position = [first[0] + row, first[1] + column];
        const draft = tappedAt(pieces, grid, inHand(pieces), tapped);
        expect(judge(pieces, grid, draft)?.legal).toBe(true);
        expect(cellsOf(pieces, draft)).toContainEqual(tapped);
      }
    }
  });

  it('goes onto cells that a guide marks, if it is turned as they ask', () => {
    const marked = cellsOf(pieces, at('C3'));
    expect(onCells(pieces, inHand(pieces), [...marked].reverse())?.at).toEqual([2, 2]);
    expect(onCells(pieces, { ...inHand(pieces), shape: 1 }, marked)).toBeNull();
    expect(onCells(pieces, inHand(pieces), marked.slice(1))).toBeNull();
    expect(onCells(pieces, inHand(pieces), [])).toBeNull();
  });

  it('is pushed in when a turn would leave the board', () => {
    const low = turned(pieces, grid, at('A3'), 1);
    expect(cellsOf(pieces, low).every((cell) => grid.bit(cell) >= 0)).toBe(true);
  });

  it('snaps to the cell its grabbed cell is over', () => {
    const held = heldAt(pieces, grid, inHand(pieces), [2.4 * CELL, 2.9 * CELL]);
    expect(held.at).toEqual([1, 2]);
    expect(judge(pieces, grid, held)?.legal).toBe(true);
    expect(heldAt(pieces, grid, inHand(pieces), [-10, 5]).at).toEqual([-1, -1]);
  });

  it('is grabbed by the cell under the pointer', () => {
    expect(heldBy(pieces, at('B2'), [2, 2])?.grab).toBe(2);
    expect(heldBy(pieces, at('B2'), [0, 0])).toBeNull();
  });

  it('shows anchors where the grabbed cell may come to lie', () => {
    expect(anchors(pieces, grid, inHand(pieces))).toEqual([
      [1, 0],
      [2, 2],
    ]);
  });

  it('lists every legal place', () => {
    expect(places(pieces, grid, 0).map(({ orientation, name }) => `${orientation} ${name}`)).toEqual([
      '0 A1',
      '0 C2',
      '1 B3',
    ]);
  });

  it('writes and reads the line', () => {
    expect(lineOf(pieces, grid, at('C2'))).toBe('place V3 0 C2');
    expect(lineOf(pieces, grid, at('B3', { shape: 2 }))).toBe('place V3 3 B3');
    expect(draftOf(pieces, grid, ['place', 'V3', 3, 'B3'])).toMatchObject({ shape: 2, at: [2, 1] });
    expect(draftOf(pieces, grid, 'place V3 0 C2'.split(' '))).toMatchObject({ shape: 0, at: [1, 2] });
    expect(draftOf(pieces, grid, ['pass'])).toBeNull();
    expect(draftOf(pieces, grid, ['place', 'X9', 0, 'A1'])).toBeNull();
  });

  it('survives a reload in its own round only', () => {
    const text = storedDraft(pieces, grid, at('C2', { shape: 1, grab: 2 }), 7);
    expect(restoredDraft(pieces, grid, text, 7)).toEqual({ piece: 0, shape: 1, grab: 2, at: [1, 2] });
    expect(restoredDraft(pieces, grid, text, 8)).toBeNull();
    expect(restoredDraft(pieces, grid, storedDraft(pieces, grid, inHand(pieces), 7), 7)).toEqual(inHand(pieces));
    for (const broken of [null, '', '{', 7, [7], [7, 'Z9', 0, 'A1', 0]])
      expect(restoredDraft(pieces, grid, broken, 7)).toBeNull();
  });
});

describe('a draft on hexes', () => {
  // Rows of 4, 3 and 2 cells; a pair that shows two symbols and so has six ways to lie.
  const hexes = geometry({
    lattice: 'hex',
    top: 0,
    left: 0,
    width: 5,
    cells: (0b00011_00111_01111).toString(16),
    joins: [],
    river: [],
  });
  const SIX: [number, number][][] = [
    [
      [0, 0],
      [0, 1],
    ],
    [
      [0, 0],
      [1, 0],
    ],
    [
      [0, 0],
      [1, -1],
    ],
    [
      [0, 1],
      [0, 0],
    ],
    [
      [1, 0],
      [0, 0],
    ],
    [
      [1, -1],
      [0, 0],
    ],
  ];
  const inside = (cells: [number, number][]): string =>
    hexes
      .positions(hexes.cells)
      .filter(([row, column]) => cells.every(([y, x]) => hexes.bit([row + y, column + x]) >= 0))
      .reduce((sum, cell) => sum | (1n << BigInt(hexes.bit(cell))), 0n)
      .toString(16);
  const pair = readPieces([
    {
      name: 't1',
      kind: 'tile',
      marks: ['F', 'W'],
      shapes: SIX.map((cells, orientation) => ({
        orientation,
        cells,
        inside: inside(cells),
        legal: inside(cells),
        lacks: {},
      })),
    },
  ]);
  const held = (name: string, more: Partial<Draft> = {}): Draft => ({ ...inHand(pair), at: hexes.read(name), ...more });

  it('comes back after six turns about the cell it is held by', () => {
    let draft = held('1,1');
    for (let n = 0; n < 6; n++) {
      expect(cellsOf(pair, draft)[0]).toEqual([1, 1]);
      draft = turned(pair, hexes, draft, 1);
    }
    expect(draft).toEqual(held('1,1'));
    expect(turned(pair, hexes, held('1,1'), -1).shape).toBe(5);
  });

  it('walks along a slanted shore and never into the sea', () => {
    expect(stepped(pair, hexes, held('2,0'), 'down').at).toEqual([1, 1]); // not straight on: there is no 3,1
    expect(stepped(pair, hexes, held('0,2'), 'down')).toEqual(held('0,2'));
    expect(stepped(pair, hexes, held('2,0'), 'right')).toEqual(held('2,0'));
    expect(stepped(pair, hexes, held('0,2'), 'up').at).toEqual([1, 1]);
  });

  it('snaps to the hex under the pointer', () => {
    const [x, y] = hexes.middle([1, 2]);
    expect(heldAt(pair, hexes, { ...inHand(pair), grab: 1 }, [x + 10, y - 10]).at).toEqual([1, 1]);
    expect(lineOf(pair, hexes, held('0,2', { shape: 3 }))).toBe('place t1 3 0,2');
  });
});
