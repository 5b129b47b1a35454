"""Kernels for the counts and lines of a board: what it is worth if the match ended now."""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.compiler.jit import Cells, Flag, Number, Word, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import (
    AT_MOST,
    B_APART,
    B_CLEAR,
    B_HEADS,
    B_MARKS,
    CODE,
    H_DOUBLED,
    H_END,
    H_KEPT,
    H_KINDS,
    H_LINES,
    H_LOCK,
    H_NUMBERS,
    H_OP_NOTES,
    H_OPS,
    H_PRINTED,
    H_RACES,
    H_RULES,
    H_SLOT_INTS,
    H_TABLES,
    H_THINGS,
    H_TIES,
    I_BOOKED,
    I_LAID,
    I_LOCKED,
    I_PASSES,
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
    W_NEAR,
    W_OPEN,
    W_OPS,
    W_SLOTS,
    W_THINGS,
)  # fmt: skip
from tilefolk.twin.kernels.cells import ONE, ZERO, beside, flood, largest, lowest, size

CLEAR, NOTED, COVERED, LARGEST = int(Code.CLEAR), int(Code.NOTED), int(Code.COVERED), int(Code.LARGEST)
NOTES, DONE, RAYS, CONSTANT = int(Code.NOTES), int(Code.DONE), int(Code.RAYS), int(Code.CONSTANT)
WHOLE, NONE_CLEAR, UNPASSED = int(Code.WHOLE), int(Code.NONE_CLEAR), int(Code.UNPASSED)
CIRCLES, CHURCH, WELL, AT_LARGE = int(Code.CIRCLES), int(Code.CHURCH), int(Code.WELL), int(Code.AT_LARGE)
GROUP, FULL_GROUP, CHAIN = int(Code.GROUP), int(Code.FULL_GROUP), int(Code.CHAIN)
FACTORY, MISSED = int(Code.FACTORY), int(Code.MISSED)
NO_SLOT = -1  # nothing is laid


@part
def shown(ints: Ints, board: Words, kinds: Number) -> Cells:
    """The cells that show one of some kinds."""
    a, b, kind = ZERO, ZERO, 0
    while kinds:
        if kinds & 1:
            a |= board[B_MARKS + 2 * kind]
            b |= board[B_MARKS + 2 * kind + 1]
        kinds >>= 1
        kind += 1
    return a, b


@part
def noted(ints: Ints, op: Number, board: Words) -> Cells:
    """The cells of all notes of an op."""
    notes, a, b = B_MARKS + 2 * ints[H_KINDS], ZERO, ZERO
    for index in range(ints[op + NOTE], ints[op + NOTE_END]):
        note = notes + 2 * ints[ints[H_OP_NOTES] + index]
        a |= board[note]
        b |= board[note + 1]
    return a, b


@part
def count(ints: Ints, words: Words, board: Words, op: Number, mask: Number) -> Number:
    """What an op counts on a board; `op` and `mask` are where its ints and words begin."""
    code = ints[op + CODE]
    a, b = words[mask], words[mask + 1]
    if code == CLEAR:
        bare_a, bare_b = noted(ints, op, board)
        return size(a & (board[B_CLEAR] | bare_a), b & (board[B_CLEAR + 1] | bare_b))
    if code == NOTED:
        more_a, more_b = noted(ints, op, board)
        return size(a | more_a, b | more_b)
    if code == COVERED:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        return size(a & in_a, b & in_b)
    if code == LARGEST:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        doubled = B_MARKS + 2 * (ints[H_KINDS] + ints[H_DOUBLED])
        return largest(ints, words, in_a, in_b, in_a, in_b, board[doubled], board[doubled + 1])
    if code == NOTES:
        return _filled_notes(ints, op, board)
    if code == DONE:
        return _things(ints, words, board, op, True)
    if code == RAYS:
        return _rays(ints, words, board, op)
    return np.int64(ints[op + NUMBER])


@part
def _filled_notes(ints: Ints, op: Number, board: Words) -> Number:
    notes, total = B_MARKS + 2 * ints[H_KINDS], 0
    for index in range(ints[op + NOTE], ints[op + NOTE_END]):
        note = notes + 2 * ints[ints[H_OP_NOTES] + index]
        total += board[note] != ZERO or board[note + 1] != ZERO
    return np.int64(total)


@part
def _things(ints: Ints, words: Words, board: Words, op: Number, done: Flag) -> Number:
    """How many things of an op have a cell in its notes, or have none."""
    a, b = noted(ints, op, board)
    total, things = 0, ints[W_BASE + W_THINGS]
    for index in range(ints[op + THING], ints[op + THING_END]):
        row = things + THING_WORDS * index
        has = (words[row] & a) != ZERO or (words[row + 1] & b) != ZERO
        total += has == done
    return np.int64(total)


@part
def _rays(ints: Ints, words: Words, board: Words, op: Number) -> Number:
    a, b = shown(ints, board, ints[op + KINDS])
    lit_a, lit_b, dark, things = ZERO, ZERO, False, ints[W_BASE + W_THINGS]
    for index in range(ints[op + THING], ints[op + THING_END]):
        row, flags = things + THING_WORDS * index, ints[ints[H_THINGS] + index]
        if flags & 1:
            dark = False
        if dark:
            continue
        if (words[row] & a) != ZERO or (words[row + 1] & b) != ZERO:
            lit_a |= words[row]
            lit_b |= words[row + 1]
        elif not flags & 2:
            dark = True
    return size(lit_a, lit_b)


@part
def laid_at(ints: Ints) -> Number:
    """Where the pieces laid begin in the ints of a board."""
    return I_BOOKED + ints[H_RULES] + 2 * ints[H_RACES] + ints[H_TABLES]


@part
def borders(ints: Ints, words: Words, row: Number, a: Word, b: Word) -> Flag:
    """Whether a slot shares a side with a set of cells."""
    around = ints[W_BASE + W_SLOTS] + row * (2 + 4 * ints[H_KINDS])
    return (words[around] & a) != ZERO or (words[around + 1] & b) != ZERO


@part
def covers(ints: Ints, words: Words, row: Number, a: Word, b: Word) -> Flag:
    """Whether a slot has a cell of a set."""
    cells = ints[W_BASE + W_CELLS] + 2 * row
    return (words[cells] & a) != ZERO or (words[cells + 1] & b) != ZERO


@part
def is_church(ints: Ints, op: Number, row: Number) -> Flag:
    """Whether an op counts the piece in a slot as a church."""
    kind = ints[ints[H_SLOT_INTS] + 4 * row + 1]
    return kind >= 0 and (ints[op + KINDS] >> kind & 1) != 0


@part
def has_beside(ints: Ints, words: Words, board: Words, row: Number, kind: Number, more: Number) -> Flag:
    """Whether a kind is beside a slot on a board, or on one with a further piece, in the slot `more`."""
    at = B_MARKS + 2 * kind
    a, b = board[at], board[at + 1]
    if more != NO_SLOT:
        marks = ints[W_BASE + W_SLOTS] + more * (2 + 4 * ints[H_KINDS]) + 2 + 2 * kind
        a |= words[marks]
        b |= words[marks + 1]
    return borders(ints, words, row, a, b)


@part
def meets(ints: Ints, words: Words, board: Words, op: Number, row: Number, more: Number) -> Flag:
    """Whether all kinds that a church needs are beside its slot (`has_beside`)."""
    needs, need = ints[op + NUMBER], 0
    while needs:
        if needs & 1 and not has_beside(ints, words, board, row, need, more):
            return False
        needs >>= 1
        need += 1
    return True


@part
def _churches(ints: Ints, words: Words, board: Words, bi: Ints, op: Number) -> Number:
    total, laid = 0, laid_at(ints)
    for index in range(laid, laid + bi[I_LAID]):
        if is_church(ints, op, bi[index]):
            total += meets(ints, words, board, op, bi[index], NO_SLOT)
    return total


@part
def _wells(ints: Ints, words: Words, board: Words, bi: Ints, op: Number, a: Word, b: Word) -> Number:
    """Clear cells of a set with a different building on each side."""
    total, laid = 0, laid_at(ints)
    a &= board[B_CLEAR] & ~board[B_APART]
    b &= board[B_CLEAR + 1] & ~board[B_APART + 1]
    while a != ZERO or b != ZERO:
        low_a = a & (~a + ONE)
        low_b = ZERO if low_a != ZERO else b & (~b + ONE)
        a ^= low_a
        b ^= low_b
        near = ints[W_BASE + W_NEAR] + 2 * lowest(low_a, low_b)
        free = size(words[near] & board[B_CLEAR], words[near + 1] & board[B_CLEAR + 1])
        if free or size(words[near], words[near + 1]) < ints[op + NUMBER]:
            continue
        sides = 0
        for index in range(laid, laid + bi[I_LAID]):
            sides += borders(ints, words, bi[index], low_a, low_b)
        total += sides == ints[op + NUMBER]
    return total


@part
def _chain(ints: Ints, words: Words, board: Words, bi: Ints, op: Number, a: Word, b: Word) -> Number:
    in_a, in_b = shown(ints, board, ints[op + KINDS])
    a, b = flood(ints, words, a, b, in_a, in_b)
    total, laid = 0, laid_at(ints)
    for index in range(laid + ints[H_PRINTED], laid + bi[I_LAID]):
        total += covers(ints, words, bi[index], a, b)
    return total


@part
def _factories(ints: Ints, words: Words, bi: Ints, op: Number, mask: Number) -> Number:
    total, laid = 0, laid_at(ints)
    for index in range(laid + ints[H_PRINTED], laid + bi[I_LAID]):
        row, workers = bi[index], 0
        piece = ints[ints[H_SLOT_INTS] + 4 * row]
        if not words[mask + 2 + piece // 64] >> np.uint64(piece % 64) & ONE:
            continue
        for other in range(laid, laid + bi[I_LAID]):
            kind = ints[ints[H_SLOT_INTS] + 4 * bi[other] + 1]
            if kind >= 0 and ints[op + KINDS] >> kind & 1:
                cells = ints[W_BASE + W_CELLS] + 2 * bi[other]
                workers += borders(ints, words, row, words[cells], words[cells + 1])
        total += min(workers, ints[op + NUMBER])
    return total


@part
def _whole(ints: Ints, words: Words, board: Words, op: Number, a: Word, b: Word) -> Number:
    seen = size(a & board[B_CLEAR], b & board[B_CLEAR + 1])
    if seen == size(a, b):
        return np.int64(ints[op + NUMBER])
    for index in range(ints[op + THING], ints[op + THING_END]):
        row = ints[W_BASE + W_THINGS] + THING_WORDS * index
        seen += size(words[row] & board[B_CLEAR], words[row + 1] & board[B_CLEAR + 1])
    return np.int64(ints[op + POINTS]) * seen


@part
def line(ints: Ints, words: Words, board: Words, bi: Ints, op: Number, mask: Number) -> Number:
    """The points of one op of the end scoring."""
    code, points = ints[op + CODE], np.int64(ints[op + POINTS])
    a, b = words[mask], words[mask + 1]
    if code <= CONSTANT:
        return points * count(ints, words, board, op, mask)
    if code == GROUP:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        return points * largest(ints, words, in_a, in_b, board[B_HEADS], board[B_HEADS + 1], ZERO, ZERO)
    if code == CHURCH:
        return points * _churches(ints, words, board, bi, op)
    if code == WELL:
        return points * _wells(ints, words, board, bi, op, a, b)
    if code == CIRCLES:
        return np.int64(ints[ints[H_NUMBERS] + ints[op + NUMBERS] + bi[I_PASSES]])
    if code == WHOLE:
        return _whole(ints, words, board, op, a, b)
    if code == NONE_CLEAR:
        return points * (size(a & board[B_CLEAR], b & board[B_CLEAR + 1]) == 0)
    if code == UNPASSED:
        return points * (bi[I_PASSES] == 0)
    if code == AT_LARGE:
        free = ints[W_BASE + W_OPEN]
        in_a, in_b = board[B_CLEAR] & words[free], board[B_CLEAR + 1] & words[free + 1]
        near_a, near_b = beside(ints, words, in_a, in_b)
        return points * size(a & near_a, b & near_b)
    if code == FULL_GROUP:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        if in_a == ZERO and in_b == ZERO:
            return np.int64(0)
        best = largest(ints, words, in_a, in_b, board[B_HEADS], board[B_HEADS + 1], ZERO, ZERO)
        return points * (best == size(in_a & board[B_HEADS], in_b & board[B_HEADS + 1]))
    if code == CHAIN:
        return points * _chain(ints, words, board, bi, op, a, b)
    if code == FACTORY:
        return points * _factories(ints, words, bi, op, mask)
    return points * _things(ints, words, board, op, False)  # MISSED


@part
def points_of(
    ints: Ints, words: Words, board: Words, bi: Ints, op: Number, mask: Number, rival: Number
) -> Number:
    """The points of a line; one that compares seats has what the others have come to in `bi[rival]`."""
    if ints[op + AT_MOST]:
        leads = count(ints, words, board, op, mask) >= max(1, bi[rival])
        return np.int64(ints[op + POINTS] * leads)
    return line(ints, words, board, bi, op, mask)


@part
def rivals_at(ints: Ints) -> Number:
    """Where the counts of others begin in the ints of a board, one for each line that compares seats."""
    return I_BOOKED + ints[H_RULES] + 2 * ints[H_RACES]


@part
def value(ints: Ints, words: Words, board: Words, bi: Ints, known: Ints) -> Number:
    """What a board comes to if the match ended now; `known` gets the points of every line."""
    first, rival = ints[H_LINES], rivals_at(ints)
    for index in range(first, ints[H_TIES]):
        op = ints[H_OPS] + OP_INTS * index
        mask = ints[W_BASE + W_OPS] + OP_WORDS * index
        known[index - first] = points_of(ints, words, board, bi, op, mask, rival)
        rival += ints[op + AT_MOST]
    return summed(ints, bi, known)


@part
def summed(ints: Ints, bi: Ints, known: Ints) -> Number:
    """What a board comes to by the points of its lines: rule after rule, until it is locked."""
    total, locked, lock = np.int64(bi[I_VALUE]), bi[I_LOCKED] != 0, ints[H_LOCK]
    first, end, together = ints[H_LINES], ints[H_TIES], np.int64(0)
    for index in range(first, end):
        op = ints[H_OPS] + OP_INTS * index
        together += known[index - first]
        if index + 1 == end or ints[op + OP_INTS + RULE] != ints[op + RULE]:
            if not locked:
                total += together
                if lock >= 0 and total >= lock:
                    total, locked = np.int64(lock), True
            together = np.int64(0)
    return total


@part
def kept(ints: Ints, words: Words, board: Words, bi: Ints) -> Number:
    """What a finished board keeps for later matches, in points."""
    points = np.int64(0)
    for index in range(ints[H_KEPT], ints[H_END]):
        op = ints[H_OPS] + OP_INTS * index
        mask = ints[W_BASE + W_OPS] + OP_WORDS * index
        points += line(ints, words, board, bi, op, mask)
    return points


@part
def tie_key(ints: Ints, words: Words, board: Words, out: Ints) -> Number:
    """The numbers that break a tie; how many there are."""
    first, end = ints[H_TIES], ints[H_KEPT]
    for index in range(first, end):
        op = ints[H_OPS] + OP_INTS * index
        mask = ints[W_BASE + W_OPS] + OP_WORDS * index
        out[index - first] = ints[op + POINTS] * count(ints, words, board, op, mask)
    return end - first
