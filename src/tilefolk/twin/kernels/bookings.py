"""Kernels for what a piece brings: points at once, races, hazards after a round."""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.compiler.jit import Flag, Number, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import (
    AIM,
    AT_MOST,
    B_CLEAR,
    B_MARKS,
    CODE,
    H_DOUBLED,
    H_KINDS,
    H_LINES,
    H_LOCK,
    H_NUMBERS,
    H_OP_NOTES,
    H_OPS,
    H_PRINTED,
    H_RACE,
    H_RACES,
    H_ROUND,
    H_RULES,
    H_SLOT_INTS,
    H_THINGS,
    I_BOOKED,
    I_ENDED,
    I_LAID,
    I_LOCKED,
    I_ROUND,
    I_VALUE,
    KINDS,
    NOTE,
    NOTE_END,
    NUMBER,
    NUMBERS,
    OP_INTS,
    OP_WORDS,
    POINTS,
    RULE,
    THING,
    THING_END,
    THING_WORDS,
    W_BASE,
    W_CELLS,
    W_OPEN,
    W_OPS,
    W_THINGS,
)  # fmt: skip
from tilefolk.twin.kernels.cells import ONE, ZERO, beside, flood, size
from tilefolk.twin.kernels.counting import borders, count, covers, laid_at, shown
from tilefolk.twin.kernels.fitting import names_piece

RAIL, INVESTOR, COVER, NEW_GROUP = int(Code.RAIL), int(Code.INVESTOR), int(Code.COVER), int(Code.NEW_GROUP)
FIND = int(Code.FIND)
ROAD, SPOT_COVERED, SPOT_DISTINCT, SPOT_OWN = (
    int(Code.ROAD),
    int(Code.SPOT_COVERED),
    int(Code.SPOT_DISTINCT),
    int(Code.SPOT_OWN),
)
REACH_COVERED, REACH_LINK = int(Code.REACH_COVERED), int(Code.REACH_LINK)


@part
def book(ints: Ints, bi: Ints, points: Number) -> None:
    """Points that come together: the lock looks at their sum."""
    if not bi[I_LOCKED]:
        bi[I_VALUE] += points
        lock = ints[H_LOCK]
        if lock >= 0 and bi[I_VALUE] >= lock:
            bi[I_VALUE], bi[I_LOCKED] = lock, 1


@part
def once(ints: Ints, words: Words, board: Words, bi: Ints, row: Number, op: Number, mask: Number) -> Number:
    """What one rule brings for the piece in a slot."""
    code, points = ints[op + CODE], ints[op + POINTS]
    if code == NEW_GROUP:
        return points * _new_groups(ints, words, board, row, op)
    if code == ROAD:
        return points * _roads(ints, words, board, row, op, mask)
    if code >= SPOT_COVERED:
        return points * _spots(ints, words, board, row, op, code)
    if code == COVER:
        return points * _covered(ints, words, board, row, op)
    if code == FIND:
        return _found(ints, words, board, row, op)
    if code == RAIL:
        return points * covers(ints, words, row, words[mask], words[mask + 1])
    if code == INVESTOR:
        return points * _invests(ints, words, bi, row, mask)
    _parks(ints, words, board, bi, op, mask)
    return 0


@part
def note_of(ints: Ints, op: Number) -> Number:
    """Where the note of an op begins in a board."""
    return B_MARKS + 2 * (ints[H_KINDS] + ints[ints[H_OP_NOTES] + ints[op + NOTE]])


@part
def kind_of(ints: Ints, op: Number) -> Number:
    """The first kind of an op."""
    kinds, kind = ints[op + KINDS], 0
    while not kinds & 1:
        kinds >>= 1
        kind += 1
    return kind


@part
def _new_groups(ints: Ints, words: Words, board: Words, row: Number, op: Number) -> Number:
    kind, note, scored = kind_of(ints, op), note_of(ints, op), 0
    in_a, in_b = board[B_MARKS + 2 * kind], board[B_MARKS + 2 * kind + 1]
    cells, things = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_THINGS]
    new_a, new_b = words[cells] & in_a, words[cells + 1] & in_b
    doubled = B_MARKS + 2 * (ints[H_KINDS] + ints[H_DOUBLED])
    while new_a != ZERO or new_b != ZERO:
        low_a = new_a & (~new_a + ONE)
        a, b = flood(ints, words, low_a, ZERO if low_a != ZERO else new_b & (~new_b + ONE), in_a, in_b)
        new_a &= ~a
        new_b &= ~b
        if (a & board[note]) != ZERO or (b & board[note + 1]) != ZERO:
            continue
        number = size(a, b) + size(a & board[doubled], b & board[doubled + 1])
        reaches = number >= ints[op + NUMBER]
        for index in range(ints[op + THING], ints[op + THING_END]):
            at = things + THING_WORDS * index
            reaches = reaches and ((words[at] & a) | (words[at + 1] & b)) != ZERO
        if reaches:
            scored += 1
            low_a = a & (~a + ONE)
            board[note] |= low_a
            board[note + 1] |= ZERO if low_a != ZERO else b & (~b + ONE)
    return scored


@part
def _roads(ints: Ints, words: Words, board: Words, row: Number, op: Number, mask: Number) -> Number:
    kind, note, scored = kind_of(ints, op), note_of(ints, op), 0
    in_a, in_b = board[B_MARKS + 2 * kind], board[B_MARKS + 2 * kind + 1]
    cells, things = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_THINGS]
    new_a, new_b = words[cells] & in_a, words[cells + 1] & in_b
    while new_a != ZERO or new_b != ZERO:
        low_a = new_a & (~new_a + ONE)
        a, b = flood(ints, words, low_a, ZERO if low_a != ZERO else new_b & (~new_b + ONE), in_a, in_b)
        new_a &= ~a
        new_b &= ~b
        if (a & words[mask]) | (b & words[mask + 1]) == ZERO:
            continue
        for index in range(ints[op + THING], ints[op + THING_END]):
            at = things + THING_WORDS * index
            done = (words[at] & board[note]) | (words[at + 1] & board[note + 1])
            if done == ZERO and ((words[at + 2] & a) | (words[at + 3] & b)) != ZERO:
                scored += 1
                board[note] |= words[at]
                board[note + 1] |= words[at + 1]
    return scored


@part
def _spots(ints: Ints, words: Words, board: Words, row: Number, op: Number, code: Number) -> Number:
    note, scored, things = note_of(ints, op), 0, ints[W_BASE + W_THINGS]
    kinds = ints[H_KINDS]
    doubled = B_MARKS + 2 * (kinds + ints[H_DOUBLED])
    for index in range(ints[op + THING], ints[op + THING_END]):
        at = things + THING_WORDS * index
        ring_a, ring_b = words[at + 2], words[at + 3]
        done = (words[at] & board[note]) | (words[at + 1] & board[note + 1])
        if done != ZERO or not covers(ints, words, row, ring_a, ring_b):
            continue
        asked = (1 << kinds) - 1 if code == SPOT_COVERED else ints[ints[H_THINGS] + index]
        a, b = shown(ints, board, asked)
        number = size(a & ring_a, b & ring_b)
        if code == SPOT_OWN:
            number += size(a & ring_a & board[doubled], b & ring_b & board[doubled + 1])
        elif code == SPOT_DISTINCT:
            number = 0
            for kind in range(kinds):
                mark = B_MARKS + 2 * kind
                number += ((board[mark] & ring_a) | (board[mark + 1] & ring_b)) != ZERO
        if number >= ints[op + NUMBER]:
            scored += 1
            board[note] |= words[at]
            board[note + 1] |= words[at + 1]
    return scored


@part
def _covered(ints: Ints, words: Words, board: Words, row: Number, op: Number) -> Number:
    """Cells of the piece that show what is asked for; where there is a limit, the first so many."""
    cells, things = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_THINGS]
    a, b = ZERO, ZERO
    for index in range(ints[op + THING], ints[op + THING_END]):
        in_a, in_b = shown(ints, board, ints[ints[H_THINGS] + index])
        at = things + THING_WORDS * index
        a |= in_a & words[at + 2]
        b |= in_b & words[at + 3]
    a &= words[cells]
    b &= words[cells + 1]
    if ints[op + NOTE] == ints[op + NOTE_END]:
        return size(a, b)
    note = note_of(ints, op)
    left = ints[op + NUMBER] - size(board[note], board[note + 1])
    lit_a, lit_b, lit = ZERO, ZERO, 0
    while lit < left and (a != ZERO or b != ZERO):
        low_a = a & (~a + ONE)
        low_b = ZERO if low_a != ZERO else b & (~b + ONE)
        lit_a |= low_a
        lit_b |= low_b
        a ^= low_a
        b ^= low_b
        lit += 1
    board[note] |= lit_a
    board[note + 1] |= lit_b
    return lit


@part
def _found(ints: Ints, words: Words, board: Words, row: Number, op: Number) -> Number:
    """The numbers of the things on which the piece shows the kind of an op."""
    kind, note, total = kind_of(ints, op), note_of(ints, op), 0
    cells, things = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_THINGS]
    a = words[cells] & board[B_MARKS + 2 * kind]
    b = words[cells + 1] & board[B_MARKS + 2 * kind + 1]
    for index in range(ints[op + THING], ints[op + THING_END]):
        at = things + THING_WORDS * index
        if ((words[at] & a) | (words[at + 1] & b)) != ZERO:
            total += ints[ints[H_NUMBERS] + ints[op + NUMBERS] + index - ints[op + THING]]
            board[note] |= words[at]
            board[note + 1] |= words[at + 1]
    return total


@part
def _invests(ints: Ints, words: Words, bi: Ints, row: Number, mask: Number) -> Flag:
    """Whether the new piece borders the one before it, pieces the op names apart."""
    slots, laid = ints[H_SLOT_INTS], laid_at(ints)
    if names_piece(words, mask, ints[slots + 4 * row]):
        return False
    index = laid + bi[I_LAID] - 2
    while index >= laid + ints[H_PRINTED]:
        before = bi[index]
        if not names_piece(words, mask, ints[slots + 4 * before]):
            cells = ints[W_BASE + W_CELLS] + 2 * before
            return borders(ints, words, row, words[cells], words[cells + 1])
        index -= 1
    return False


@part
def _parks(ints: Ints, words: Words, board: Words, bi: Ints, op: Number, mask: Number) -> None:
    free, laid, note = ints[W_BASE + W_OPEN], laid_at(ints), note_of(ints, op)
    in_a, in_b = board[B_CLEAR] & words[free], board[B_CLEAR + 1] & words[free + 1]
    near_a, near_b = beside(ints, words, in_a, in_b)
    a, b = words[mask] & in_a & ~near_a, words[mask + 1] & in_b & ~near_b
    while a != ZERO or b != ZERO:
        low_a = a & (~a + ONE)
        low_b = ZERO if low_a != ZERO else b & (~b + ONE)
        a ^= low_a
        b ^= low_b
        company = 0
        for index in range(laid, laid + bi[I_LAID]):
            kind = ints[ints[H_SLOT_INTS] + 4 * bi[index] + 1]
            if kind >= 0 and ints[op + KINDS] >> kind & 1:
                company += borders(ints, words, bi[index], low_a, low_b)
        if company >= ints[op + NUMBER]:
            board[note] |= low_a
            board[note + 1] |= low_b
            board[B_CLEAR] &= ~low_a
            board[B_CLEAR + 1] &= ~low_b


@part
def reaches(ints: Ints, words: Words, board: Words, op: Number, mask: Number) -> Flag:
    """Whether a board has reached the goal of a race."""
    a, b = words[mask], words[mask + 1]
    if ints[op + CODE] == REACH_COVERED:
        return size(a, b) > 0 and size(a & board[B_CLEAR], b & board[B_CLEAR + 1]) == 0
    if ints[op + CODE] == REACH_LINK:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        a, b = flood(ints, words, a, b, in_a, in_b)
        goal = ints[W_BASE + W_THINGS] + THING_WORDS * ints[op + THING]
        return ((a & words[goal]) | (b & words[goal + 1])) != ZERO
    number = count(ints, words, board, op, mask)
    return number <= ints[op + AIM] if ints[op + AT_MOST] else number >= ints[op + AIM]


@part
def run_races(ints: Ints, words: Words, board: Words, bi: Ints) -> None:
    first, end, points = ints[H_RACE], ints[H_LINES], np.int64(0)
    races = I_BOOKED + ints[H_RULES]
    for index in range(first, end):
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        race = races + index - first
        if not bi[race] and reaches(ints, words, board, op, mask):
            bi[race] = bi[I_ROUND]
            prize = bi[race + ints[H_RACES]]
            bi[I_BOOKED + ints[op + RULE]] += prize
            points += prize
    book(ints, bi, points)


@part
def strike(ints: Ints, words: Words, board: Words, bi: Ints) -> None:
    """Hazards after the round; on a board whose part is over, all that are left."""
    free, points, after = ints[W_BASE + W_OPEN], np.int64(0), 0
    for index in range(ints[H_ROUND], ints[H_RACE]):
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        when = ints[op + NUMBER]
        if when < bi[I_ROUND] or (when > bi[I_ROUND] and not bi[I_ENDED]):
            continue
        if when != after:
            book(ints, bi, points)
            points, after = np.int64(0), when
        a = words[mask] & board[B_CLEAR] & words[free]
        b = words[mask + 1] & board[B_CLEAR + 1] & words[free + 1]
        note = note_of(ints, op)
        board[B_CLEAR] &= ~a
        board[B_CLEAR + 1] &= ~b
        board[note] |= a
        board[note + 1] |= b
        lost = ints[op + POINTS] * size(a, b)
        bi[I_BOOKED + ints[op + RULE]] += lost
        points += lost
    book(ints, bi, points)
