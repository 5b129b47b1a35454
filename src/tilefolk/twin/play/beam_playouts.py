"""Playouts that go on with several boards at once: of all answers to a card the best-looking are kept.

A playout by the best-looking answers alone plays much worse than a bot that searches, and judges answers by
what such a player makes of them. With a few boards side by side it finds most of what the cards allow.
"""

import numpy as np

from tilefolk.twin.compiler.jit import Number, copy_into, copy_row, kernel, part, row_of
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import I_ENDED, SKIP
from tilefolk.twin.kernels.changes import count_again
from tilefolk.twin.kernels.counting import NO_SLOT, kept, summed, value
from tilefolk.twin.kernels.moves import move_on
from tilefolk.twin.play.playing import answer
from tilefolk.twin.play.policy import rate
from tilefolk.twin.play.scratch import Scratch, scratch_for
from tilefolk.twin.value.head import F_PAIRS
from tilefolk.twin.value.pairs import look, look_again


@part
def keep(
    worth: Floats, rows: Ints, count: Number, parent: Number, best: Floats, parents: Ints, answers: Ints,
    found: Number, width: Number,
) -> Number:  # fmt: skip
    """Take up the answers of a board that are among the best so far, the pass with them; how many there are.

    `best`, `parents` and `answers` have what answers look worth, their boards and themselves, the best first.
    """
    for index in range(count + 1):
        mine = worth[index]
        if mine == -np.inf or (found == width and mine <= best[width - 1]):
            continue
        at = found if found < width else width - 1
        while at > 0 and mine > best[at - 1]:
            best[at], parents[at], answers[at] = best[at - 1], parents[at - 1], answers[at - 1]
            at -= 1
        best[at], parents[at], answers[at] = mine, parent, rows[index] if index < count else SKIP
        found = min(found + 1, width)
    return found


@kernel
def beam_on(
    ints: Ints, words: Words, head: Ints, begins: Ints, touched: Ints, weights: Floats, boards: Words,
    counters: Ints, patterns: Ints, sights: Ints, known: Ints, cards: Ints, scratch: Scratch, best: Floats,
    parents: Ints, answers: Ints,
) -> Number:  # fmt: skip
    """Play one board to the end of its cards with others beside it; what the best of them comes to.

    Boards, counters, patterns, sights and the points of lines (`known`) have two layers of as many rows as
    boards go on; the board is the first of the first layer.
    """
    rows, worth, scores = scratch.rows, scratch.worth, scratch.scores
    now, count, width, most = 0, 1, boards.shape[1], -np.inf
    for index in range(len(cards)):
        card, found, after = cards[index], 0, 1 - now
        for at in range(count):
            board, bi, points = row_of(boards, now, at), row_of(counters, now, at), row_of(known, now, at)
            if card < 0:
                move_on(ints, words, board, bi, False)
                count_again(ints, words, board, bi, NO_SLOT, points)
                continue
            slots = rate(
                ints, words, head, begins, touched, weights, board, bi, card, row_of(patterns, now, at),
                row_of(sights, now, at), points, scratch,
            )  # fmt: skip
            most = max(most, scores[len(scores) - 1])
            found = keep(worth, rows, slots, at, best, parents, answers, found, width)
        if card < 0:
            continue
        for at in range(found):
            parent, chosen = parents[at], answers[at]
            board, bi = row_of(boards, after, at), row_of(counters, after, at)
            points = row_of(known, after, at)
            looked = row_of(patterns, after, at), row_of(sights, after, at)
            copy_row(board, row_of(boards, now, parent), boards.shape[2])
            copy_row(bi, row_of(counters, now, parent), counters.shape[2])
            copy_row(points, row_of(known, now, parent), known.shape[2])
            copy_row(looked[0], row_of(patterns, now, parent), patterns.shape[2])
            copy_row(looked[1], row_of(sights, now, parent), sights.shape[2])
            answer(ints, words, board, bi, card, chosen)
            count_again(ints, words, board, bi, chosen if chosen >= 0 else NO_SLOT, points)
            if chosen >= 0:
                look_again(begins, touched, *looked, chosen)
        now, count = after, found
        if not count:
            return most
    for at in range(count):
        board, bi = row_of(boards, now, at), row_of(counters, now, at)
        most = max(most, summed(ints, bi, row_of(known, now, at)) + kept(ints, words, board, bi))
    return most


@kernel
def beam_playouts(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    board: Words, bi: Ints, piece: Number, candidates: Ints, futures: Ints, first: Number, last: Number,
    width: Number, totals: Floats,
) -> None:  # fmt: skip
    """Answer a card in each of some ways and play on through some futures; values are added to `totals`."""
    scratch = scratch_for(ints, head, board, bi)
    known = np.empty((2, width, len(scratch.known)), np.int32)
    boards, counters = np.empty((2, width, len(board)), np.uint64), np.empty((2, width, len(bi)), np.int32)
    patterns = np.empty((2, width, head[F_PAIRS]), np.int32)
    best, parents = np.empty(width, np.float32), np.empty(width, np.int32)
    sights, answers = patterns.copy(), parents.copy()
    for future in range(first, last):
        for index in range(len(candidates)):
            copy_into(boards[0, 0], board)
            copy_into(counters[0, 0], bi)
            answer(ints, words, boards[0, 0], counters[0, 0], piece, candidates[index])
            now = value(ints, words, boards[0, 0], counters[0, 0], known[0, 0])
            if counters[0, 0, I_ENDED]:
                totals[index] += now + kept(ints, words, boards[0, 0], counters[0, 0])
                continue
            look(ints, boards[0, 0], pairs, patterns[0, 0], sights[0, 0])
            totals[index] += beam_on(
                ints, words, head, begins, touched, weights, boards, counters, patterns, sights, known,
                futures[future], scratch, best, parents, answers,
            )  # fmt: skip
