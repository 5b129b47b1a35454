"""Kernels for what may be answered: which slots fit, passes, and pieces in place of others."""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.compiler.jit import Flag, Number, Word, part
from tilefolk.twin.compiler.native import count_ones, eight_have, eight_words, four_lanes, trailing_zeros
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.lanes import FOUR, SETS, SHIFTS
from tilefolk.twin.ground.tables import (
    AIM,
    B_APART,
    B_CLEAR,
    B_MARKS,
    BLOCK,
    CODE,
    H_FIRST,
    H_INSTEAD,
    H_LATER,
    H_ONCE,
    H_OPS,
    H_PASS,
    H_PIECES,
    H_PRINTED,
    H_SLOT_INTS,
    I_LAID,
    I_LOCKED,
    I_PASSES,
    I_SPARES,
    I_VALUE,
    NUMBER,
    OP_INTS,
    OP_WORDS,
    PIECE_INTS,
    POINTS,
    W_BASE,
    W_BLOCKS,
    W_JOINS,
    W_LANES,
    W_OPS,
)  # fmt: skip
from tilefolk.twin.kernels.cells import ONE, ZERO
from tilefolk.twin.kernels.counting import laid_at

FREE, TOUCH, MATCH, PASS = int(Code.FREE), int(Code.TOUCH), int(Code.MATCH), int(Code.PASS)


@part
def names_piece(words: Words, mask: Number, piece: Number) -> Flag:
    """Whether the pieces of an op have this one."""
    return (words[mask + 2 + piece // 64] >> np.uint64(piece % 64) & ONE) != ZERO


@part
def asked(
    ints: Ints, words: Words, board: Words, bi: Ints, piece: Number
) -> tuple[Word, Word, Word, Word, Flag]:
    """What a piece must keep now: cells not to have, cells to have one of, whether it must match."""
    first = bi[I_LAID] == ints[H_PRINTED]
    begin, end = (ints[H_FIRST], ints[H_LATER]) if first else (ints[H_LATER], ints[H_INSTEAD])
    built_a, built_b, mask_a, mask_b, match = ZERO, ZERO, ~ZERO, ~ZERO, False
    for index in range(begin, end):
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        code = ints[op + CODE]
        if code == FREE:
            built_a, built_b = ~board[B_CLEAR], ~board[B_CLEAR + 1]
        elif code == MATCH:
            match = True
        elif not names_piece(words, mask, piece):
            if code == TOUCH:
                mask_a, mask_b = words[mask], words[mask + 1]
            else:
                mask_a, mask_b = ~board[B_APART], ~board[B_APART + 1]
    return built_a, built_b, mask_a, mask_b, match


@part
def fitting(
    ints: Ints, words: Words, board: Words, at: Number, group: Number, built_a: Word, built_b: Word,
    mask_a: Word, mask_b: Word, match: Flag,
) -> Word:  # fmt: skip
    """Which of 64 slots fit, as bits; `at`: where the ints of the piece begin, `group`: which 64."""
    block, found = 8 * group, ZERO
    blocks = ints[W_BASE + W_BLOCKS] + BLOCK * (ints[at + 4] + block)
    for index in range(min(8, ints[at + 5] - block)):
        row = blocks + BLOCK * index
        fit = eight_have(words, row, mask_a, mask_b) & ~eight_have(words, row, built_a, built_b)
        if match and fit != ZERO:
            fit &= matching(ints, words, board, at, block + index)
        found |= fit << np.uint64(8 * index)
    return found


@part
def matching(ints: Ints, words: Words, board: Words, at: Number, block: Number) -> Word:
    """Which of eight slots have a cell beside one that shows the same kind, as bits."""
    kinds, joins, kind = ints[at + 6], ZERO, B_MARKS
    near = ints[W_BASE + W_JOINS] + ints[at + 7] + BLOCK * count_ones(np.uint64(kinds)) * block
    while kinds:
        if kinds & 1:
            joins |= eight_have(words, near, board[kind], board[kind + 1])
            near += BLOCK
        kinds >>= 1
        kind += 2
    return joins


@part
def slot_of(words: Words, first: Number, bit: Number) -> Number:
    """The slot that a bit of a set stands for; `first`: what is said of the set in `firsts` (`gather`)."""
    if first < 0:
        return ~first + bit
    before = words[first] & ((ONE << np.uint64(bit)) - ONE)
    return np.int64(words[first + SETS]) + np.int64(count_ones(before))


@part
def listed(words: Words, first: Number, left: Word, out: Ints, found: Number, most: Number) -> Number:
    """The slots of a set go to `out` after those found; how many there are by then."""
    while left != ZERO and found < most:
        out[found] = slot_of(words, first, np.int64(trailing_zeros(left)))
        left &= left - ONE
        found += 1
    return found


@part
def placements(
    ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, out: Ints, found: Number, most: Number
) -> Number:
    """The slots in which a piece may be laid go to `out` after those found; how many there are by then."""
    built_a, built_b, mask_a, mask_b, match = asked(ints, words, board, bi, piece)
    at = ints[H_PIECES] + PIECE_INTS * piece
    lanes, more, sets = ints[W_BASE + W_LANES] + ints[at + 8], ints[at + 10], eight_words()
    for _ in range(ints[at + 9]):
        four_lanes(words, lanes, more, built_a, built_b, mask_a, mask_b, sets, 0)
        for index in range(SETS):
            found = listed(words, lanes + SETS + index, sets[index], out, found, most)
        lanes += SHIFTS + FOUR * more
    for group in range(0 if ints[at + 9] else (ints[at + 5] + 7) // 8):
        fit = fitting(ints, words, board, at, group, built_a, built_b, mask_a, mask_b, match)
        found = listed(words, ~(ints[at] + 64 * group), fit, out, found, most)
    return found


@part
def may_pass(ints: Ints, words: Words, bi: Ints, piece: Number) -> Flag:
    if ints[H_PASS] == ints[H_ONCE] or ints[ints[H_PIECES] + PIECE_INTS * piece + 2]:
        return False
    op, mask = ints[H_OPS] + OP_INTS * ints[H_PASS], ints[W_BASE + W_OPS] + OP_WORDS * ints[H_PASS]
    if ints[op + CODE] == PASS:
        spared = bi[I_LOCKED] != 0 or (ints[op + NUMBER] and bi[I_SPARES] > 0)
        return bi[I_VALUE] >= -ints[op + POINTS] or spared
    return bi[I_PASSES] + 1 + names_piece(words, mask, piece) <= ints[op + NUMBER]


@part
def instead(ints: Ints, words: Words, bi: Ints, piece: Number, index: Number) -> Number:
    """The piece that an op allows in place of another one, -1 for none."""
    op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
    if names_piece(words, mask, piece):
        return -1
    used, laid = 0, laid_at(ints)
    for row in range(laid, laid + bi[I_LAID]):
        piece_laid = ints[ints[H_SLOT_INTS] + 4 * bi[row]]
        used += (words[mask + piece_laid // 64] >> np.uint64(piece_laid % 64) & ONE) != ZERO
    return np.int64(ints[op + AIM]) if used < ints[op + NUMBER] else np.int64(-1)


@part
def legal(ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, out: Ints, most: Number) -> Number:
    """All slots that may be answered to a piece, in the engine's order; how many."""
    found = placements(ints, words, board, bi, piece, out, 0, most)
    for index in range(ints[H_INSTEAD], ints[H_PASS]):
        other = instead(ints, words, bi, piece, index)
        if other >= 0 and found < most:
            found = placements(ints, words, board, bi, other, out, found, most)
    return found


@part
def gather(
    ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, firsts: Ints, sets: Words, used: Number
) -> Number:
    """The slots in which a piece may be laid as sets, after those in use; `firsts` says what their bits are.

    A set is one word of a lane (`twin.ground.lanes`): then `firsts` has where the lane says what is valid. Or
    it is 64 slots: then `firsts` has the first of them, inverted.
    """
    built_a, built_b, mask_a, mask_b, match = asked(ints, words, board, bi, piece)
    at = ints[H_PIECES] + PIECE_INTS * piece
    lanes, more = ints[W_BASE + W_LANES] + ints[at + 8], ints[at + 10]
    for _ in range(ints[at + 9]):
        four_lanes(words, lanes, more, built_a, built_b, mask_a, mask_b, sets, used)
        for index in range(SETS):
            firsts[used + index] = lanes + SETS + index
        used += SETS
        lanes += SHIFTS + FOUR * more
    for group in range(0 if ints[at + 9] else (ints[at + 5] + 7) // 8):
        sets[used] = fitting(ints, words, board, at, group, built_a, built_b, mask_a, mask_b, match)
        firsts[used] = ~(ints[at] + 64 * group)
        used += 1
    return used


@part
def legal_sets(
    ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, firsts: Ints, sets: Words
) -> Number:
    """All slots that may be answered to a piece, as sets; how many sets."""
    used = gather(ints, words, board, bi, piece, firsts, sets, 0)
    for index in range(ints[H_INSTEAD], ints[H_PASS]):
        other = instead(ints, words, bi, piece, index)
        if other >= 0:
            used = gather(ints, words, board, bi, other, firsts, sets, used)
    return used


@part
def count_slots(sets: Words, used: Number) -> Number:
    """How many slots some sets have."""
    total = np.uint64(0)
    for index in range(used):
        total += count_ones(sets[index])
    return np.int64(total)


@part
def nth_slot(words: Words, firsts: Ints, sets: Words, number: Number) -> Number:
    """The slot of a number in sets of slots."""
    index, here = 0, np.int64(count_ones(sets[0]))
    while number >= here:
        number -= here
        index += 1
        here = np.int64(count_ones(sets[index]))
    left = sets[index]
    while number:
        left &= left - ONE
        number -= 1
    return slot_of(words, np.int64(firsts[index]), np.int64(trailing_zeros(left)))
