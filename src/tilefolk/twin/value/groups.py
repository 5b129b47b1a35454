"""What a learned value knows of groups: how large those are that have not scored yet, what roads touch.

Of churches it knows how many of the kinds they need are beside them, and how much room there is.

Each rule that books points for a group has some states that a group of its kind can be in, and each state has
a weight in every stage of a match. Where several rules look at one kind the first counts.
"""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.compiler.jit import Number, Word, kernel, part
from tilefolk.twin.compiler.native import trailing_zeros
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import (
    B_CLEAR,
    B_MARKS,
    CELLS,
    CODE,
    H_KINDS,
    H_LINES,
    H_ONCE,
    H_OPS,
    H_ROUND,
    H_TIES,
    I_LAID,
    NUMBER,
    OP_INTS,
    OP_WORDS,
    THING,
    THING_END,
    THING_WORDS,
    W_BASE,
    W_CELLS,
    W_NEAR,
    W_OPS,
    W_SLOTS,
    W_THINGS,
)  # fmt: skip
from tilefolk.twin.kernels.bookings import kind_of, note_of
from tilefolk.twin.kernels.cells import ONE, ZERO, flood, size
from tilefolk.twin.kernels.changes import MEMBER
from tilefolk.twin.kernels.counting import NO_SLOT, covers, has_beside, is_church, laid_at

NEW_GROUP, ROAD, CHURCH = int(Code.NEW_GROUP), int(Code.ROAD), int(Code.CHURCH)
SIZES = 8  # of roads that are told apart
STARTS = 3  # how many starts of roads that have not scored a group touches: none, one, more
MET, ROOMS = 4, 4  # kinds beside a church, and free cells there, that are told apart
CHURCHES = MET * ROOMS
FLAGS = 8  # the bits of a group below its flags: its size

# What `count_groups` leaves for `group_change`: the group of each cell, then the op of each kind and where
# its weights begin, then the groups: size and flags.
G_OPS, G_GROUPS, G_END = CELLS, CELLS + 64, 2 * CELLS + 64


@part
def _states(ints: Ints, op: Number) -> Number:
    """In how many states a group can be that an op looks at; in none if it looks at no groups."""
    if ints[op + CODE] == NEW_GROUP:
        return np.int64(ints[op + NUMBER])
    return np.int64(2 * STARTS * SIZES if ints[op + CODE] == ROAD else 0)


@part
def church_op(ints: Ints) -> Number:
    """The first op that asks for kinds beside churches; -1 for none."""
    for index in range(ints[H_LINES], ints[H_TIES]):
        if ints[ints[H_OPS] + OP_INTS * index + CODE] == CHURCH:
            return index
    return -1


@kernel
def group_states(ints: Ints) -> Number:
    """In how many states groups and churches can be in all; those of churches are the last ones."""
    total, seen = CHURCHES if church_op(ints) >= 0 else 0, 0
    for index in range(ints[H_ONCE], ints[H_ROUND]):
        op = ints[H_OPS] + OP_INTS * index
        if _states(ints, op) and not seen >> kind_of(ints, op) & 1:
            total += _states(ints, op)
            seen |= 1 << kind_of(ints, op)
    return total


@part
def _touched(ints: Ints, words: Words, board: Words, index: Number, a: Word, b: Word) -> Number:
    """The flags of some cells of a group: whether it has scored; of a road its goal, then its open starts."""
    op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
    note, flags = note_of(ints, op), np.int64(0)
    if ints[op + CODE] == NEW_GROUP:
        return np.int64((a & board[note]) | (b & board[note + 1]) != ZERO)
    if (a & words[mask]) | (b & words[mask + 1]) != ZERO:
        flags |= 1
    for thing in range(ints[op + THING], ints[op + THING_END]):
        at = ints[W_BASE + W_THINGS] + THING_WORDS * thing
        done = (words[at] & board[note]) | (words[at + 1] & board[note + 1])
        if done == ZERO and ((words[at + 2] & a) | (words[at + 3] & b)) != ZERO:
            flags |= 2 << (thing - ints[op + THING])
    return flags


@part
def _state(ints: Ints, op: Number, group: Number) -> Number:
    """The state of a group by its size and flags; what has just scored is taken for scored."""
    number, flags = group & ((1 << FLAGS) - 1), group >> FLAGS
    if ints[op + CODE] == NEW_GROUP:
        return np.int64(0 if flags or number >= ints[op + NUMBER] else number)
    starts, flag = 0, flags >> 1
    while flag and not flags & 1:
        starts += flag & 1
        flag >>= 1
    return ((flags & 1) * STARTS + min(starts, STARTS - 1)) * SIZES + min(number, SIZES - 1)


@part
def church_state(ints: Ints, words: Words, board: Words, op: Number, row: Number, more: Number) -> Number:
    """The state of a church in a slot: the kinds beside it that it needs, the room there.

    On a board, or on one with a further piece, in the slot `more`.
    """
    met, needs, need = 0, ints[op + NUMBER], 0
    while needs:
        met += needs & 1 and has_beside(ints, words, board, row, need, more)
        needs >>= 1
        need += 1
    around = ints[W_BASE + W_SLOTS] + row * (2 + 4 * ints[H_KINDS])
    a, b = words[around] & board[B_CLEAR], words[around + 1] & board[B_CLEAR + 1]
    if more != NO_SLOT:
        cells = ints[W_BASE + W_CELLS] + 2 * more
        a &= ~words[cells]
        b &= ~words[cells + 1]
    return np.int64(ROOMS * min(met, MET - 1) + min((size(a, b) + 1) // 2, ROOMS - 1))


@part
def church_change(
    ints: Ints, words: Words, board: Words, weights: Floats, first: Number, index: Number, row: Number,
    churches: Words, begin: Number, end: Number,
) -> Number:  # fmt: skip
    """What a piece in a slot adds to the worth of churches. `first`: where their weights begin.

    `index`: their op; `churches`: those of the board, as `twin.changes` lists them.
    """
    op, total = ints[H_OPS] + OP_INTS * index, np.float32(0)
    for at in range(begin, end, MEMBER):
        if covers(ints, words, row, churches[at], churches[at + 1]):
            church = np.int64(churches[at + 2])
            total += weights[first + church_state(ints, words, board, op, church, row)]
            total -= weights[first + church_state(ints, words, board, op, church, NO_SLOT)]
    if is_church(ints, op, row):
        total += weights[first + church_state(ints, words, board, op, row, row)]
    return total


@kernel
def count_groups(ints: Ints, words: Words, board: Words, bi: Ints, found: Ints, counts: Ints) -> None:
    """How many groups and churches of a board are in each state; `found` gets the groups themselves."""
    begin, group = 0, 0
    for kind in range(ints[H_KINDS]):
        found[G_OPS + 2 * kind] = -1
    for index in range(ints[H_ONCE], ints[H_ROUND]):
        op = ints[H_OPS] + OP_INTS * index
        kind = kind_of(ints, op) if _states(ints, op) else 0
        if not _states(ints, op) or found[G_OPS + 2 * kind] >= 0:
            continue
        found[G_OPS + 2 * kind], found[G_OPS + 2 * kind + 1] = index, begin
        for state in range(_states(ints, op)):
            counts[begin + state] = 0
        in_a, in_b = board[B_MARKS + 2 * kind], board[B_MARKS + 2 * kind + 1]
        while in_a != ZERO or in_b != ZERO:
            low_a = in_a & (~in_a + ONE)
            a, b = flood(ints, words, low_a, ZERO if low_a != ZERO else in_b & (~in_b + ONE), in_a, in_b)
            in_a &= ~a
            in_b &= ~b
            flags = _touched(ints, words, board, index, a, b)
            found[G_GROUPS + group] = size(a, b) | flags << FLAGS
            counts[begin + _state(ints, op, found[G_GROUPS + group])] += 1
            while a != ZERO or b != ZERO:
                cell = _next_cell(a, b)
                a &= ~_bit(cell, 0)
                b &= ~_bit(cell, 1)
                found[cell] = group
            group += 1
        begin += _states(ints, op)
    church = church_op(ints)
    if church >= 0:
        op, laid = ints[H_OPS] + OP_INTS * church, laid_at(ints)
        for state in range(CHURCHES):
            counts[begin + state] = 0
        for one in range(laid, laid + bi[I_LAID]):
            if is_church(ints, op, bi[one]):
                counts[begin + church_state(ints, words, board, op, bi[one], NO_SLOT)] += 1


@part
def _next_cell(a: Word, b: Word) -> Number:
    return np.int64(trailing_zeros(a)) if a != ZERO else np.int64(64) + np.int64(trailing_zeros(b))


@part
def _bit(cell: Number, half: Number) -> Word:
    return ONE << np.uint64(cell % 64) if cell // 64 == half else ZERO


@part
def group_change(
    ints: Ints, words: Words, board: Words, weights: Floats, first: Number, found: Ints, row: Number
) -> Number:
    """What a piece in a slot adds to the worth of groups; cells of one kind in it are taken for joined.

    `first`: where the weights of the stage begin. `found`: what `count_groups` found on the board before it.
    """
    kinds, total = ints[H_KINDS], np.float32(0)
    marks, near = ints[W_BASE + W_SLOTS] + row * (2 + 4 * kinds) + 2, ints[W_BASE + W_NEAR]
    for kind in range(kinds):
        a, b = words[marks + 2 * kind], words[marks + 2 * kind + 1]
        index = found[G_OPS + 2 * kind]
        if (a | b) == ZERO or index < 0:
            continue
        op, at = ints[H_OPS] + OP_INTS * index, first + found[G_OPS + 2 * kind + 1]
        number, flags = size(a, b), _touched(ints, words, board, index, a, b)
        seen_a, seen_b = ZERO, ZERO  # groups that the piece joins
        while a != ZERO or b != ZERO:
            cell = _next_cell(a, b)
            a &= ~_bit(cell, 0)
            b &= ~_bit(cell, 1)
            side_a = words[near + 2 * cell] & board[B_MARKS + 2 * kind]
            side_b = words[near + 2 * cell + 1] & board[B_MARKS + 2 * kind + 1]
            while side_a != ZERO or side_b != ZERO:
                beside = _next_cell(side_a, side_b)
                side_a &= ~_bit(beside, 0)
                side_b &= ~_bit(beside, 1)
                group = np.int64(found[beside])
                bit_a, bit_b = _bit(group, 0), _bit(group, 1)
                if (seen_a & bit_a) | (seen_b & bit_b) != ZERO:
                    continue
                seen_a |= bit_a
                seen_b |= bit_b
                joined = np.int64(found[G_GROUPS + group])
                total -= weights[at + _state(ints, op, joined)]
                number += joined & ((1 << FLAGS) - 1)
                flags |= joined >> FLAGS
        total += weights[at + _state(ints, op, number | flags << FLAGS)]
    return total
