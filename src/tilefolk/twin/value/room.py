"""Kernels for how good the free ground of a board is: in greedy playouts, and as weights of learned ones."""

import numpy as np

from tilefolk.twin.compiler.jit import Number, kernel, part
from tilefolk.twin.compiler.native import trailing_zeros
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import B_CLEAR, H_KINDS, W_BASE, W_CELLS, W_ROOM, W_SLOTS, W_WANTED
from tilefolk.twin.kernels.cells import ONE, ZERO, size
from tilefolk.twin.value.head import BITS, F_PATTERNS, F_STAGES

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


@kernel
def fill_weights(
    ints: Ints, words: Words, head: Ints, pairs: Ints, units: Ints, unit: Number, weights: Floats
) -> None:
    """The room of a board as weights of the patterns of its pairs (`twin.value.features`) in every stage.

    Beside it what was learned, in so many units; there are none before anything is. An edge belongs to its
    pair, the hole in a cell to the first pair that has the cell.
    """
    wanted, near, shapes = ints[W_BASE + W_WANTED], ints[W_BASE + W_ROOM], head[F_PATTERNS]
    done_a, done_b, size_of = ZERO, ZERO, len(pairs) * shapes
    for pair in range(len(pairs)):
        first = pair * shapes
        for place in range(2):
            cell, other = pairs[pair, place], pairs[pair, 1 - place]
            bit, beside = ONE << np.uint64(cell % 64), ONE << np.uint64(other % 64)
            if words[wanted + cell // 64] & bit == ZERO:
                continue
            if place == 0 and words[near + 2 * cell + other // 64] & beside != ZERO:
                for pattern in range(3, shapes, 4):
                    weights[first + pattern] += EDGE
            if (done_a if cell < 64 else done_b) & bit != ZERO:
                continue
            sides = 0
            for index in range(BITS):
                side = pairs[pair, index]
                if side < 0:
                    break
                if words[near + 2 * cell + side // 64] >> np.uint64(side % 64) & ONE != ZERO:
                    sides |= 1 << index
            for pattern in range(shapes):
                if pattern >> place & 1 and not pattern & sides:
                    weights[first + pattern] -= HOLE
            if cell < 64:
                done_a |= bit
            else:
                done_b |= bit
    for index in range(size_of, head[F_STAGES] * size_of):
        weights[index] = weights[index - size_of]
    for index in range(len(units)):
        weights[index] += np.float32(units[index]) * np.float32(unit)
