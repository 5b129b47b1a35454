"""Kernels for what a piece changes in the score: only lines that it may have changed are counted again.

Before the slots of a piece are tried its lines are listed, with the groups that stand on the board. What a
slot takes from clear cells is known beforehand, and a group grows by the groups beside the piece, so most
slots need no board with the piece on it.
"""

import numpy as np

from tilefolk.twin.arrays import Ints, Words
from tilefolk.twin.cells import ONE, ZERO, flood, size
from tilefolk.twin.counting import (
    CHURCH,
    CLEAR,
    GROUP,
    LARGEST,
    WELL,
    borders,
    covers,
    laid_at,
    points_of,
    rivals_at,
    shown,
    summed,
)
from tilefolk.twin.jit import Flag, Number, Word, part
from tilefolk.twin.moves import put
from tilefolk.twin.tables import (
    AT_MOST,
    B_HEADS,
    B_MARKS,
    CELLS,
    CODE,
    H_DOUBLED,
    H_END,
    H_KEPT,
    H_KINDS,
    H_LINES,
    H_LOCK,
    H_LOSSES,
    H_NOTES,
    H_ONCE,
    H_OPS,
    H_PIECES,
    H_RACE,
    H_SLOT_INTS,
    H_TIES,
    I_VALUE,
    KINDS,
    NOTE,
    NOTE_END,
    OP_INTS,
    OP_WORDS,
    PIECE_INTS,
    POINTS,
    W_BASE,
    W_CELLS,
    W_OPS,
    W_SLOTS,
    W_STIRRING,
)  # fmt: skip

PASSED = -1  # instead of a slot: nothing was laid

# The columns of the lines listed: its op, its rival, whether it is counted again; the groups it may join, and
# what the piece has alone (-1: groups are not known); the points it had.
L_INDEX, L_RIVAL, L_AGAIN, L_GROUP, L_GROUP_END, L_OWN, L_BEFORE = range(7)
LINE_INTS = 7
GROUP_WORDS = 3  # the cells of a group, and what it counts
GROUPS = GROUP_WORDS * CELLS  # words that the groups of a line need, at most


@part
def copy_board(ints: Ints, board: Words, bi: Ints, board2: Words, bi2: Ints) -> None:
    """Copy a board but for the slots of the pieces laid, which are there already."""
    for index in range(B_MARKS + 2 * (ints[H_KINDS] + ints[H_NOTES])):
        board2[index] = board[index]
    for index in range(laid_at(ints)):
        bi2[index] = bi[index]


@part
def piece_of(ints: Ints, row: Number) -> Number:
    """The piece of a slot."""
    return np.int64(ints[ints[H_SLOT_INTS] + 4 * row])


@part
def kinds_of(ints: Ints, row: Number) -> Number:
    """The kinds that the piece in a slot shows, as bits; none after a pass."""
    return np.int64(ints[ints[H_PIECES] + PIECE_INTS * piece_of(ints, row) + 6] if row != PASSED else 0)


@part
def _only_covers(ints: Ints) -> Flag:
    """Whether nothing but races happens in a round: laying only covers cells."""
    return ints[H_ONCE] == ints[H_RACE]


@part
def _is_foreseen(ints: Ints, op: Number) -> Flag:
    """Whether all that slots take from a line is known beforehand (`Tables`)."""
    clear = ints[op + CODE] == CLEAR and ints[op + NOTE] == ints[op + NOTE_END]
    return clear and _only_covers(ints) and ints[H_LOCK] < 0


@part
def _measure(ints: Ints, board: Words, op: Number, a: Word, b: Word) -> Number:
    """What a group counts."""
    if ints[op + CODE] == GROUP:
        return size(a & board[B_HEADS], b & board[B_HEADS + 1])
    doubled = B_MARKS + 2 * (ints[H_KINDS] + ints[H_DOUBLED])
    return size(a, b) + size(a & board[doubled], b & board[doubled + 1])


@part
def list_lines(
    ints: Ints, words: Words, board: Words, bi: Ints, row: Number, known: Ints, lines: Ints, groups: Words,
    board2: Words, bi2: Ints,
) -> Number:  # fmt: skip
    """List the lines that a piece may change, told by any slot of it, or that a pass may; how many."""
    count, used, rival, kinds = 0, 0, rivals_at(ints), kinds_of(ints, row)
    if row != PASSED:
        copy_board(ints, board, bi, board2, bi2)
        put(ints, words, board2, bi2, row)
    for index in range(ints[H_LINES], ints[H_TIES]):
        op, at = ints[H_OPS] + OP_INTS * index, LINE_INTS * count
        lines[at + L_INDEX], lines[at + L_RIVAL], lines[at + L_OWN] = index, rival, -1
        rival += ints[op + AT_MOST]
        grows = ints[op + CODE] == GROUP or ints[op + CODE] == LARGEST
        leads = ints[op + AT_MOST] and ints[op + CODE] == LARGEST and known[index - ints[H_LINES]] > 0
        if _is_foreseen(ints, op) or leads or (grows and not ints[op + KINDS] & kinds):
            continue  # laying never makes a group smaller
        if grows and not ints[op + AT_MOST] and ints[op + POINTS] > 0:
            lines[at + L_GROUP] = used
            used = _list_groups(ints, words, board, board2, op, row, lines, at, groups, used)
            lines[at + L_GROUP_END] = used
        count += 1
    return count


@part
def _list_groups(
    ints: Ints, words: Words, board: Words, board2: Words, op: Number, row: Number, lines: Ints, at: Number,
    groups: Words, used: Number,
) -> Number:  # fmt: skip
    """List the groups that a piece may join, if its own cells hang together; where they end."""
    cells = ints[W_BASE + W_CELLS] + 2 * row
    in_a, in_b = shown(ints, board2, ints[op + KINDS])
    new_a, new_b = words[cells] & in_a, words[cells + 1] & in_b
    a, b = _first_group(ints, words, new_a, new_b)
    if a != new_a or b != new_b:
        return used
    lines[at + L_OWN] = _measure(ints, board2, op, a, b)
    in_a, in_b = shown(ints, board, ints[op + KINDS])
    while in_a != ZERO or in_b != ZERO:
        a, b = _first_group(ints, words, in_a, in_b)
        in_a &= ~a
        in_b &= ~b
        groups[used], groups[used + 1] = a, b
        groups[used + 2] = _measure(ints, board, op, a, b)
        used += GROUP_WORDS
    return used


@part
def _first_group(ints: Ints, words: Words, in_a: Word, in_b: Word) -> tuple[Word, Word]:
    """What hangs together with the first cell of a set."""
    low_a = in_a & (~in_a + ONE)
    return flood(ints, words, low_a, ZERO if low_a != ZERO else in_b & (~in_b + ONE), in_a, in_b)


@part
def _joined(
    ints: Ints, words: Words, op: Number, row: Number, line: Number, lines: Ints, groups: Words
) -> Number:
    """What the group of the piece in a slot counts: what it has alone, and the groups beside it."""
    kinds, kind, total = ints[op + KINDS], 0, np.int64(lines[line + L_OWN])
    near = ints[W_BASE + W_SLOTS] + row * (2 + 4 * ints[H_KINDS]) + 2 + 2 * ints[H_KINDS]
    a, b = ZERO, ZERO
    while kinds:
        if kinds & 1:
            a |= words[near + 2 * kind]
            b |= words[near + 2 * kind + 1]
        kinds >>= 1
        kind += 1
    for at in range(lines[line + L_GROUP], lines[line + L_GROUP_END], GROUP_WORDS):
        if (groups[at] & a) | (groups[at + 1] & b) != ZERO:
            total += np.int64(groups[at + 2])
    return total


@part
def _stays(ints: Ints, words: Words, board: Words, row: Number, op: Number, mask: Number) -> Flag:
    """Whether a line is as it was before an answer: a pass, or a piece far from what counts."""
    code, a, b = ints[op + CODE], words[mask], words[mask + 1]
    if not _only_covers(ints) or code not in (CLEAR, CHURCH, WELL):
        return False
    if row == PASSED:
        return True
    if code == CLEAR:
        return ints[op + NOTE] == ints[op + NOTE_END] and not covers(ints, words, row, a, b)
    if code == CHURCH:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        return not ints[op + KINDS] & kinds_of(ints, row) and not borders(ints, words, row, in_a, in_b)
    return not covers(ints, words, row, a, b) and not borders(ints, words, row, a, b)


@part
def asks_for_board(ints: Ints, words: Words, board: Words, row: Number, lines: Ints, count: Number) -> Flag:
    """Whether the score after an answer takes the board after it; the lines to count there are marked."""
    stirring = ints[W_BASE + W_STIRRING]
    asks = row == PASSED or not _only_covers(ints) or ints[H_LOCK] >= 0 or ints[H_KEPT] != ints[H_END]
    asks = asks or covers(ints, words, row, words[stirring], words[stirring + 1])
    for at in range(0, LINE_INTS * count, LINE_INTS):
        index = lines[at + L_INDEX]
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        again = lines[at + L_OWN] < 0 and not _stays(ints, words, board, row, op, mask)
        lines[at + L_AGAIN] = again
        asks = asks or again
    return asks


@part
def value_after(
    ints: Ints, words: Words, now: Number, bi: Ints, row: Number, known: Ints, lines: Ints, count: Number,
    groups: Words, board2: Words, bi2: Ints, asks: Flag,
) -> Number:  # fmt: skip
    """What a board comes to after an answer, from what it comes to now.

    `board2`, `bi2`: the board after it, where the answer asks for that.
    """
    locks, total = ints[H_LOCK] >= 0, now
    if row != PASSED and _only_covers(ints) and not locks:
        total += ints[ints[H_LOSSES] + row]
    for at in range(0, LINE_INTS * count, LINE_INTS):
        index = lines[at + L_INDEX]
        before = np.int64(known[index - ints[H_LINES]])
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        after = before
        if lines[at + L_OWN] >= 0:
            joined = ints[op + POINTS] * _joined(ints, words, op, row, at, lines, groups)
            after = max(before, joined)
        elif lines[at + L_AGAIN]:
            after = points_of(ints, words, board2, bi2, op, mask, lines[at + L_RIVAL])
        total += after - before
        if locks:
            known[index - ints[H_LINES]], lines[at + L_BEFORE] = after, before
    if locks:
        total = summed(ints, bi2, known)
        for at in range(0, LINE_INTS * count, LINE_INTS):
            known[lines[at + L_INDEX] - ints[H_LINES]] = lines[at + L_BEFORE]
    elif asks:
        total += bi2[I_VALUE] - bi[I_VALUE]
    return total
