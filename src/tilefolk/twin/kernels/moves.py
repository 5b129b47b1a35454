"""Kernels for the moves of a board: laying, passing, ending, rounds without a choice."""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.compiler.jit import Flag, Number, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import (
    B_APART,
    B_CLEAR,
    B_HEADS,
    B_MARKS,
    CODE,
    H_DOUBLED,
    H_KINDS,
    H_ONCE,
    H_OPS,
    H_PASS,
    H_PASS_RULE,
    H_ROUND,
    H_SLOT_INTS,
    I_BOOKED,
    I_ENDED,
    I_LAID,
    I_LOCKED,
    I_PASSES,
    I_ROUND,
    I_SPARES,
    NUMBER,
    OP_INTS,
    OP_WORDS,
    POINTS,
    RULE,
    W_BASE,
    W_CELLS,
    W_OPS,
    W_SLOTS,
    W_STIRRING,
)  # fmt: skip
from tilefolk.twin.kernels.bookings import book, once, run_races, strike
from tilefolk.twin.kernels.cells import ONE
from tilefolk.twin.kernels.counting import covers, laid_at
from tilefolk.twin.kernels.fitting import names_piece

PASS = int(Code.PASS)


@part
def put(ints: Ints, words: Words, board: Words, bi: Ints, row: Number) -> None:
    """A piece on the board, before anything it brings."""
    kinds = ints[H_KINDS]
    cells, more = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_SLOTS] + row * (2 + 4 * kinds)
    for word in range(2):
        board[B_CLEAR + word] &= ~words[cells + word]
        board[B_APART + word] &= ~words[more + word]
    for word in range(2 * kinds):
        board[B_MARKS + word] |= words[more + 2 + word]
    slot = ints[H_SLOT_INTS] + 4 * row
    head, doubled = ints[slot + 3], ints[slot + 2]
    board[B_HEADS + head // 64] |= ONE << np.uint64(head % 64)
    if doubled >= 0:
        note = B_MARKS + 2 * (kinds + ints[H_DOUBLED])
        board[note + doubled // 64] |= ONE << np.uint64(doubled % 64)
    bi[laid_at(ints) + bi[I_LAID]] = row
    bi[I_LAID] += 1


@part
def lay(ints: Ints, words: Words, board: Words, bi: Ints, row: Number) -> None:
    """A round in which a piece is laid, with everything it brings."""
    put(ints, words, board, bi, row)
    bi[I_ROUND] += 1
    stirring = ints[W_BASE + W_STIRRING]
    if covers(ints, words, row, words[stirring], words[stirring + 1]):
        points = np.int64(0)
        for index in range(ints[H_ONCE], ints[H_ROUND]):
            op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
            brought = once(ints, words, board, bi, row, op, mask)
            bi[I_BOOKED + ints[op + RULE]] += brought
            points += brought
        book(ints, bi, points)
        run_races(ints, words, board, bi)
    strike(ints, words, board, bi)


@part
def skip(ints: Ints, words: Words, board: Words, bi: Ints, piece: Number) -> None:
    """A pass."""
    op, mask = ints[H_OPS] + OP_INTS * ints[H_PASS], ints[W_BASE + W_OPS] + OP_WORDS * ints[H_PASS]
    bi[I_ROUND] += 1
    if ints[op + CODE] == PASS:
        bi[I_PASSES] += 1
        if ints[op + NUMBER] and bi[I_SPARES] > 0 and not bi[I_LOCKED]:
            bi[I_SPARES] -= 1
        else:
            bi[I_BOOKED + ints[H_PASS_RULE]] += ints[op + POINTS]
            book(ints, bi, ints[op + POINTS])
    else:
        bi[I_PASSES] += 1 + names_piece(words, mask, piece)
    strike(ints, words, board, bi)


@part
def move_on(ints: Ints, words: Words, board: Words, bi: Ints, ends: Flag) -> None:
    """A round in which nothing is answered, or in which the part ends."""
    bi[I_ROUND] += 1
    if ends:
        bi[I_ENDED] = 1
    strike(ints, words, board, bi)
