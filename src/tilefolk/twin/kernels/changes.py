"""Kernels for what a piece changes in the score: only lines that it may have changed are counted again.

Before the slots of a piece are tried its lines are listed, with the groups that stand on the board. What a
slot takes from clear cells is known beforehand, and a group grows by the groups beside the piece, so most
slots need no board with the piece on it.
"""

import numpy as np

from tilefolk.twin.compiler.jit import Flag, Number, Word, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import (
    AT_MOST,
    B_CLEAR,
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
    I_LAID,
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
    W_NEAR,
    W_OPS,
    W_SLOTS,
    W_STIRRING,
)  # fmt: skip
from tilefolk.twin.kernels.cells import ONE, ZERO, flood, lowest, size
from tilefolk.twin.kernels.counting import (
    CHURCH,
    CLEAR,
    GROUP,
    LARGEST,
    NO_SLOT,
    WELL,
    borders,
    covers,
    is_church,
    laid_at,
    meets,
    points_of,
    rivals_at,
    shown,
    summed,
)
from tilefolk.twin.kernels.moves import put

# The columns of a line listed: its op, its rival; the groups or churches that a
# piece may join, and what it counts alone (-1: such are not listed); the points it had.
L_INDEX, L_RIVAL, L_BEGIN, L_END, L_OWN, L_BEFORE = range(6)
LINE_INTS = 6
WHOLE = 1 << 62  # a bit above those of lines: the board after an answer is asked for
MEMBER = 3  # words of a group or church: the cells by which a piece joins it; what it counts, or its slot
MEMBERS = MEMBER * CELLS  # words that those of a line need, at most


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
    return np.int64(ints[ints[H_PIECES] + PIECE_INTS * piece_of(ints, row) + 6] if row != NO_SLOT else 0)


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
def _counts_groups(ints: Ints, op: Number) -> Flag:
    return ints[op + CODE] == GROUP or ints[op + CODE] == LARGEST


@part
def _keeps_groups(ints: Ints, op: Number, kinds: Number, points: Number) -> Flag:
    """Whether a line of groups has the same points after a piece that shows some kinds.

    It shows no kind of theirs, or the line leads already: laying never makes a group smaller.
    """
    leads = ints[op + AT_MOST] and ints[op + CODE] == LARGEST and points > 0
    return leads or (_counts_groups(ints, op) and not ints[op + KINDS] & kinds)


@part
def count_again(ints: Ints, words: Words, board: Words, bi: Ints, row: Number, known: Ints) -> None:
    """Count the lines that an answer may have changed, on the board after it; `known` has their points."""
    first, rival, kinds = ints[H_LINES], rivals_at(ints), kinds_of(ints, row)
    for index in range(first, ints[H_TIES]):
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        keeps = _keeps_groups(ints, op, kinds, known[index - first])
        if not keeps and not _stays(ints, words, board, row, op, mask):
            known[index - first] = points_of(ints, words, board, bi, op, mask, rival)
        rival += ints[op + AT_MOST]


@part
def list_lines(
    ints: Ints, words: Words, board: Words, bi: Ints, row: Number, known: Ints, lines: Ints, members: Words,
    board2: Words, bi2: Ints,
) -> Number:  # fmt: skip
    """List the lines that a piece may change, told by any slot of it, or that a pass may; how many."""
    count, used, rival, kinds = 0, 0, rivals_at(ints), kinds_of(ints, row)
    if row != NO_SLOT:
        copy_board(ints, board, bi, board2, bi2)
        put(ints, words, board2, bi2, row)
    for index in range(ints[H_LINES], ints[H_TIES]):
        op, at = ints[H_OPS] + OP_INTS * index, LINE_INTS * count
        lines[at + L_INDEX], lines[at + L_RIVAL] = index, rival
        lines[at + L_OWN], lines[at + L_BEGIN] = -1, used
        rival += ints[op + AT_MOST]
        if _is_foreseen(ints, op) or _keeps_groups(ints, op, kinds, known[index - ints[H_LINES]]):
            continue
        if _counts_groups(ints, op) and not ints[op + AT_MOST] and ints[op + POINTS] > 0:
            used = _list_groups(ints, words, board, board2, op, row, lines, at, members, used)
        elif ints[op + CODE] == CHURCH and row != NO_SLOT:
            used = _list_churches(ints, words, bi, op, row, lines, at, members, used)
        lines[at + L_END] = used
        count += 1
    return count


@part
def _list_groups(
    ints: Ints, words: Words, board: Words, board2: Words, op: Number, row: Number, lines: Ints, at: Number,
    members: Words, used: Number,
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
        members[used], members[used + 1] = a, b
        members[used + 2] = _measure(ints, board, op, a, b)
        used += MEMBER
    return used


@part
def _list_churches(
    ints: Ints, words: Words, bi: Ints, op: Number, row: Number, lines: Ints, at: Number, members: Words,
    used: Number,
) -> Number:  # fmt: skip
    """List the churches of a board; where they end."""
    lines[at + L_OWN], laid = is_church(ints, op, row), laid_at(ints)
    for index in range(laid, laid + bi[I_LAID]):
        if is_church(ints, op, bi[index]):
            around = ints[W_BASE + W_SLOTS] + bi[index] * (2 + 4 * ints[H_KINDS])
            members[used], members[used + 1] = words[around], words[around + 1]
            members[used + 2] = bi[index]
            used += MEMBER
    return used


@part
def _first_group(ints: Ints, words: Words, in_a: Word, in_b: Word) -> tuple[Word, Word]:
    """What hangs together with the first cell of a set."""
    low_a = in_a & (~in_a + ONE)
    return flood(ints, words, low_a, ZERO if low_a != ZERO else in_b & (~in_b + ONE), in_a, in_b)


@part
def _joined(
    ints: Ints, words: Words, op: Number, row: Number, line: Number, lines: Ints, members: Words
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
    for at in range(lines[line + L_BEGIN], lines[line + L_END], MEMBER):
        if (members[at] & a) | (members[at + 1] & b) != ZERO:
            total += np.int64(members[at + 2])
    return total


@part
def _more_met(
    ints: Ints, words: Words, board: Words, op: Number, row: Number, line: Number, lines: Ints, members: Words
) -> Number:
    """How many more churches have all they need with the piece in a slot."""
    total = np.int64(0)
    for at in range(lines[line + L_BEGIN], lines[line + L_END], MEMBER):
        if covers(ints, words, row, members[at], members[at + 1]):
            church = np.int64(members[at + 2])
            total += meets(ints, words, board, op, church, row)
            total -= meets(ints, words, board, op, church, NO_SLOT)
    if lines[line + L_OWN]:
        total += meets(ints, words, board, op, row, row)
    return total


@part
def _stays(ints: Ints, words: Words, board: Words, row: Number, op: Number, mask: Number) -> Flag:
    """Whether a line is as it was before an answer: a pass, or a piece far from what counts."""
    code, a, b = ints[op + CODE], words[mask], words[mask + 1]
    if not _only_covers(ints) or code not in (CLEAR, CHURCH, WELL):
        return False
    if row == NO_SLOT:
        return True
    if code == CLEAR:
        return ints[op + NOTE] == ints[op + NOTE_END] and not covers(ints, words, row, a, b)
    if code == CHURCH:
        in_a, in_b = shown(ints, board, ints[op + KINDS])
        return not ints[op + KINDS] & kinds_of(ints, row) and not borders(ints, words, row, in_a, in_b)
    return not _encloses(ints, words, board, row, a, b)


@part
def _encloses(ints: Ints, words: Words, board: Words, row: Number, a: Word, b: Word) -> Flag:
    """Whether a cell of a set, in a slot or beside it, has no clear cell beside it after a piece there."""
    cells, around = ints[W_BASE + W_CELLS] + 2 * row, ints[W_BASE + W_SLOTS] + row * (2 + 4 * ints[H_KINDS])
    a &= words[cells] | words[around]
    b &= words[cells + 1] | words[around + 1]
    while a != ZERO or b != ZERO:
        near = ints[W_BASE + W_NEAR] + 2 * lowest(a, b)
        left_a = words[near] & board[B_CLEAR] & ~words[cells]
        if left_a | (words[near + 1] & board[B_CLEAR + 1] & ~words[cells + 1]) == ZERO:
            return True
        if a != ZERO:
            a &= a - ONE
        else:
            b &= b - ONE
    return False


@part
def listed_at(lines: Ints, count: Number, index: Number) -> Number:
    """Where the line of an op is among those listed; 0 if it is not."""
    for at in range(0, LINE_INTS * count, LINE_INTS):
        if lines[at + L_INDEX] == index:
            return at
    return 0


@part
def asked(ints: Ints, words: Words, board: Words, row: Number, lines: Ints, count: Number) -> Number:
    """Which of the lines listed are counted on the board after an answer, as bits.

    Not 0 (`WHOLE`) wherever the score takes that board.
    """
    stirring, bits = ints[W_BASE + W_STIRRING], 0
    if (
        row == NO_SLOT
        or not _only_covers(ints)
        or ints[H_LOCK] >= 0
        or ints[H_KEPT] != ints[H_END]
        or covers(ints, words, row, words[stirring], words[stirring + 1])
    ):
        bits = WHOLE
    for number in range(count):
        at = LINE_INTS * number
        op = ints[H_OPS] + OP_INTS * lines[at + L_INDEX]
        mask = ints[W_BASE + W_OPS] + OP_WORDS * lines[at + L_INDEX]
        if lines[at + L_OWN] < 0 and not _stays(ints, words, board, row, op, mask):
            bits |= 1 << number
    return bits


@part
def value_after(
    ints: Ints, words: Words, now: Number, board: Words, bi: Ints, row: Number, known: Ints, lines: Ints,
    count: Number, members: Words, board2: Words, bi2: Ints, again: Number,
) -> Number:  # fmt: skip
    """What a board comes to after an answer, from what it comes to now.

    `again`: the lines to count on the board after it (`asked`), which is `board2` and `bi2` then.
    """
    locks, total = ints[H_LOCK] >= 0, now
    if row != NO_SLOT and _only_covers(ints) and not locks:
        total += ints[ints[H_LOSSES] + row]
    for number in range(count):
        at = LINE_INTS * number
        index = lines[at + L_INDEX]
        before = np.int64(known[index - ints[H_LINES]])
        op, mask = ints[H_OPS] + OP_INTS * index, ints[W_BASE + W_OPS] + OP_WORDS * index
        after = before
        if lines[at + L_OWN] >= 0 and ints[op + CODE] == CHURCH:
            after += ints[op + POINTS] * _more_met(ints, words, board, op, row, at, lines, members)
        elif lines[at + L_OWN] >= 0:
            joined = ints[op + POINTS] * _joined(ints, words, op, row, at, lines, members)
            after = max(before, joined)
        elif again >> number & 1:
            after = points_of(ints, words, board2, bi2, op, mask, lines[at + L_RIVAL])
        total += after - before
        if locks:
            known[index - ints[H_LINES]], lines[at + L_BEFORE] = after, before
    if locks:
        total = summed(ints, bi2, known)
        for at in range(0, LINE_INTS * count, LINE_INTS):
            known[lines[at + L_INDEX] - ints[H_LINES]] = lines[at + L_BEFORE]
    elif again:
        total += bi2[I_VALUE] - bi[I_VALUE]
    return total
