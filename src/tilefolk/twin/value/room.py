"""How good the free ground of a board is: kernels for greedy playouts, weights for learned ones."""

import numpy as np

from tilefolk.core.grid import bits_of
from tilefolk.twin.compiler.jit import Number, part
from tilefolk.twin.compiler.native import trailing_zeros
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import B_CLEAR, H_KINDS, W_BASE, W_CELLS, W_ROOM, W_SLOTS, W_WANTED, Tables
from tilefolk.twin.kernels.cells import ONE, ZERO, size

EDGE, HOLE = 0.3, 0.6  # free cells side by side are good room, a free cell alone is a hole


@part
def room(ints: Ints, words: Words, board: Words) -> Number:
    """How good the free ground is."""
    wanted, near = ints[W_BASE + W_WANTED], ints[W_BASE + W_ROOM]
    free_a, free_b = board[B_CLEAR] & words[wanted], board[B_CLEAR + 1] & words[wanted + 1]
    edges, holes = 0, 0
    for half in range(2):
        left = free_a if half == 0 else free_b
        while left != ZERO:
            cell = 64 * half + np.int64(trailing_zeros(left))
            left &= left - ONE
            sides = size(words[near + 2 * cell] & free_a, words[near + 2 * cell + 1] & free_b)
            edges += sides
            holes += sides == 0
    return EDGE * edges / 2 - HOLE * holes


@part
def room_change(ints: Ints, words: Words, board: Words, row: Number) -> Number:
    """What a piece in a slot changes in the room."""
    wanted, near = ints[W_BASE + W_WANTED], ints[W_BASE + W_ROOM]
    cells = ints[W_BASE + W_CELLS] + 2 * row
    around = ints[W_BASE + W_SLOTS] + row * (2 + 4 * ints[H_KINDS])
    free_a, free_b = board[B_CLEAR] & words[wanted], board[B_CLEAR + 1] & words[wanted + 1]
    rest_a, rest_b = free_a & ~words[cells], free_b & ~words[cells + 1]
    edges, holes = 0.0, 0
    for half in range(2):
        left = free_a & words[cells] if half == 0 else free_b & words[cells + 1]
        while left != ZERO:
            cell = 64 * half + np.int64(trailing_zeros(left))
            left &= left - ONE
            a, b = words[near + 2 * cell], words[near + 2 * cell + 1]
            outer, sides = size(a & rest_a, b & rest_b), size(a & free_a, b & free_b)
            edges -= outer + 0.5 * (sides - outer)
            holes -= sides == 0
        left = rest_a & words[around] if half == 0 else rest_b & words[around + 1]
        while left != ZERO:
            cell = 64 * half + np.int64(trailing_zeros(left))
            left &= left - ONE
            a, b = words[near + 2 * cell], words[near + 2 * cell + 1]
            if (a & rest_a) | (b & rest_b) == ZERO and (a & free_a) | (b & free_b) != ZERO:
                holes += 1
    return EDGE * edges - HOLE * holes


def room_weights(tables: Tables, pairs: Ints, shapes: int) -> Floats:
    """The room of a board as weights of the patterns of its pairs (pair x pattern, `twin.features`).

    An edge belongs to its pair, the hole in a cell to the first pair that has the cell.
    """
    wanted, *near = (int(a) | int(b) << 64 for a, b in (*tables.wanted, *tables.room))
    weights, patterns, done = np.zeros((len(pairs), shapes), np.float32), np.arange(shapes), 0
    for pair, cells in enumerate(pairs.tolist()):
        for place, (cell, other) in enumerate((cells[:2], cells[1::-1])):
            if not wanted >> cell & 1:
                continue
            if place == 0 and near[cell] >> other & 1:
                weights[pair] += EDGE * (patterns & 3 == 3)
            if not done >> cell & 1:
                sides = sum(1 << cells.index(beside) for beside in bits_of(near[cell]))
                weights[pair] -= HOLE * ((patterns >> place & 1 == 1) & (patterns & sides == 0))
                done |= 1 << cell
    return weights
