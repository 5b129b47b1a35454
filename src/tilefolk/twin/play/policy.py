"""The kernel that answers one card: greedy, or by a learned value where there are weights."""

import numpy as np

from tilefolk.twin.compiler.jit import Number, copy_into, copy_row, kernel
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import (
    H_ROUNDS,
    I_ROUND,
    SKIP,
    STOP,
    W_BASE,
    W_CELLS,
    W_WANTED,
)  # fmt: skip
from tilefolk.twin.kernels.cells import ONE, ZERO, size
from tilefolk.twin.kernels.changes import (
    L_BEGIN,
    L_END,
    asked,
    copy_board,
    list_lines,
    listed_at,
    piece_of,
    value_after,
)
from tilefolk.twin.kernels.counting import NO_SLOT, kept, summed, value
from tilefolk.twin.kernels.fitting import legal, may_pass, placements
from tilefolk.twin.kernels.moves import lay, skip
from tilefolk.twin.play.scratch import Scratch, scratch_for
from tilefolk.twin.value.groups import CHURCHES, church_change, church_op, count_groups, group_change
from tilefolk.twin.value.head import F_GROUPS, F_PAIRS
from tilefolk.twin.value.pairs import groups_at, learned, learned_change, look, stage_of
from tilefolk.twin.value.room import room, room_change

WAIT = 2.5  # a round in which nothing is built is lost
STAY = 2.0  # how many rounds ahead a greedy seat looks before it ends its part at a loss
PEEK = 4  # cards of the guessed future that it looks at then


@kernel
def rate(
    ints: Ints, words: Words, head: Ints, begins: Ints, touched: Ints, weights: Floats, board: Words,
    bi: Ints, piece: Number, patterns: Ints, sights: Ints, known: Ints, scratch: Scratch,
) -> Number:  # fmt: skip
    """What every slot of a piece is worth; how many slots there are.

    After them stands the pass: minus infinity where nobody may pass. `scores[-1]` is what the board comes to
    as it stands. In the last round nothing but the score counts. `known`: the points of the board's lines.
    """
    rows, worth, scores, _, board2, bi2, shares, places, counts, found, lines, members = scratch
    count = legal(ints, words, board, bi, piece, rows, len(rows))
    now, keeps = summed(ints, bi, known), kept(ints, words, board, bi)
    last = bi[I_ROUND] + 1 == ints[H_ROUNDS]
    base, third, church = 0.0, 0, -1
    if head[F_PAIRS] and not last:
        stage = stage_of(head, bi[I_ROUND] + 1)
        third = groups_at(head, stage)
        if head[F_GROUPS]:
            count_groups(ints, words, board, bi, found, counts)
            church = church_op(ints)
        base = learned(head, weights, patterns, sights, counts, stage, shares, places)
    elif not last:
        base = room(ints, words, board)
    copy_row(bi2, bi, len(bi2))
    listed, lines_of, at = 0, -1, 0
    for index in range(count):
        row = rows[index]
        if piece_of(ints, row) != lines_of:
            lines_of = piece_of(ints, row)
            listed = list_lines(ints, words, board, bi, row, known, lines, members, board2, bi2)
            at = listed_at(lines, listed, church)
        again = asked(ints, words, board, row, lines, listed)
        if again:
            copy_board(ints, board, bi, board2, bi2)
            lay(ints, words, board2, bi2, row)
        score = value_after(
            ints, words, now, board, bi, row, known, lines, listed, members, board2, bi2, again
        )
        score += kept(ints, words, board2, bi2) if again else keeps
        more = 0.0
        if head[F_PAIRS] and not last:
            more = learned_change(head, begins, touched, weights, shares, places, row)
            if head[F_GROUPS] > CHURCHES or (head[F_GROUPS] and church < 0):
                more += group_change(ints, words, board, weights, third, found, row)
            if church >= 0:
                first, begin, end = third + head[F_GROUPS] - CHURCHES, lines[at + L_BEGIN], lines[at + L_END]
                more += church_change(ints, words, board, weights, first, church, row, members, begin, end)
        elif not last:
            more = room_change(ints, words, board, row)
        scores[index], worth[index] = score, score + base + more
    worth[count] = -np.inf
    if may_pass(ints, words, bi, piece):
        copy_board(ints, board, bi, board2, bi2)
        skip(ints, words, board2, bi2, piece)
        listed = list_lines(ints, words, board, bi, NO_SLOT, known, lines, members, board2, bi2)
        again = asked(ints, words, board, NO_SLOT, lines, listed)
        score = value_after(
            ints, words, now, board, bi, NO_SLOT, known, lines, listed, members, board2, bi2, again
        )
        score += kept(ints, words, board2, bi2)
        scores[count], worth[count] = score, score + base
    scores[len(scores) - 1] = now + keeps
    return count


@kernel
def rate_answers(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    board: Words, bi: Ints, piece: Number, rows: Ints, worth: Floats, scores: Floats,
) -> Number:  # fmt: skip
    """`rate` for one board, with all it works in: for Python, which gets slots, worth and scores."""
    patterns, sights = np.empty(head[F_PAIRS], np.int32), np.empty(head[F_PAIRS], np.int32)
    scratch = scratch_for(ints, head, board, bi)
    if head[F_PAIRS]:
        look(ints, board, pairs, patterns, sights)
    value(ints, words, board, bi, scratch.known)
    count = rate(
        ints, words, head, begins, touched, weights, board, bi, piece, patterns, sights, scratch.known,
        scratch,
    )  # fmt: skip
    copy_into(rows, scratch.rows)
    copy_into(worth, scratch.worth)
    copy_into(scores, scratch.scores)
    return count


@kernel
def cover(ints: Ints, words: Words, board: Words, bi: Ints, cards: Ints, rows: Ints) -> Number:
    """How many cells one of the next cards covers on average, of those that cost nothing to cover."""
    wanted, cells = ints[W_BASE + W_WANTED], ints[W_BASE + W_CELLS]
    total, cards_seen = 0.0, 0
    for index in range(min(PEEK, len(cards))):
        cards_seen += 1
        if cards[index] < 0:
            continue
        count = placements(ints, words, board, bi, cards[index], rows, 0, len(rows))
        for at in range(count):
            a, b = words[cells + 2 * rows[at]], words[cells + 2 * rows[at] + 1]
            if (a & ~words[wanted]) | (b & ~words[wanted + 1]) == ZERO:
                total += size(a, b)
                break
    return total / max(1, cards_seen)


@kernel
def choose(
    ints: Ints, words: Words, head: Ints, board: Words, bi: Ints, cards: Ints, rows: Ints, worth: Floats,
    scores: Floats, count: Number, noise: Number,
) -> Number:  # fmt: skip
    """The answer that looks best after `rate`: a slot, SKIP or STOP. `cards`: those that come next."""
    best, index_best = -np.inf, -1
    state = np.uint64(noise) | ONE
    for index in range(count):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        mine = worth[index] + 1e-3 * np.float64(state >> np.uint64(54)) / 1024.0
        if mine > best:
            best, index_best = mine, index
    passing, now = worth[count], scores[len(scores) - 1]
    if head[F_PAIRS]:
        if max(best, passing) < now:
            return STOP
        return rows[index_best] if best >= passing else SKIP
    chosen, score = STOP, now
    if index_best >= 0 and best >= passing - WAIT:
        chosen, score = rows[index_best], scores[index_best]
    elif passing > -np.inf:
        chosen, score = SKIP, scores[count]
    if now > score and now - score > STAY * cover(ints, words, board, bi, cards, rows):
        return STOP
    return chosen
