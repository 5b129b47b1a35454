"""Kernels of a beam search on known cards, and of rollouts that keep the lines of the score sheet."""

import numpy as np

from tilefolk.twin.compiler.jit import Number, copy_into, kernel
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import H_RULES, I_BOOKED, I_ENDED, SKIP
from tilefolk.twin.kernels.counting import value
from tilefolk.twin.kernels.moves import move_on
from tilefolk.twin.play.playing import answer, play_on
from tilefolk.twin.play.policy import rate
from tilefolk.twin.play.scratch import scratch_for
from tilefolk.twin.value.head import F_PAIRS
from tilefolk.twin.value.pairs import look


@kernel
def expand(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    boards: Words, counters: Ints, piece: Number, parents: Ints, answers: Ints, worth_of: Floats, now: Floats,
) -> Number:  # fmt: skip
    """Rate every answer of every board to a piece; how many there are, `parents`' length at most.

    `now` gets what each board comes to if it ends here: ending is no answer that is gone on from.
    """
    patterns, sights = np.empty(head[F_PAIRS], np.int32), np.empty(head[F_PAIRS], np.int32)
    scratch, found = scratch_for(ints, head, boards[0], counters[0]), 0
    rows, worth, known = scratch.rows, scratch.worth, scratch.known
    for at in range(len(boards)):
        board, bi = boards[at], counters[at]
        now[at] = value(ints, words, board, bi, known)
        if bi[I_ENDED]:
            continue
        if head[F_PAIRS]:
            look(ints, board, pairs, patterns, sights)
        count = rate(
            ints, words, head, begins, touched, weights, board, bi, piece, patterns, sights, known,
            scratch,
        )  # fmt: skip
        for index in range(count + 1):
            if found < len(parents) and worth[index] > -np.inf:
                parents[found] = at
                answers[found] = rows[index] if index < count else SKIP
                worth_of[found] = worth[index]
                found += 1
    return found


@kernel
def keep_best(
    parents: Ints, answers: Ints, worth: Floats, count: Number, parents_kept: Ints, answers_kept: Ints
) -> None:
    """Keep those of some answers that look best, the best first; of equal ones those found first."""
    order, room = np.empty(count, np.int32), np.empty(count, np.int32)
    for index in range(count):
        order[index] = index
    length = 1
    while length < count:  # runs in order are merged, two by two
        for begin in range(0, count, 2 * length):
            middle, end = min(begin + length, count), min(begin + 2 * length, count)
            left, right = begin, middle
            for index in range(begin, end):
                if right == end or (left < middle and worth[order[left]] >= worth[order[right]]):
                    room[index] = order[left]
                    left += 1
                else:
                    room[index] = order[right]
                    right += 1
        for index in range(count):
            order[index] = room[index]
        length *= 2
    for index in range(len(parents_kept)):
        parents_kept[index], answers_kept[index] = parents[order[index]], answers[order[index]]


@kernel
def advance(
    ints: Ints, words: Words, boards: Words, counters: Ints, piece: Number, parents: Ints, answers: Ints,
    after: Words, counters_after: Ints,
) -> None:  # fmt: skip
    """The boards after some answers of some boards."""
    for at in range(len(parents)):
        copy_into(after[at], boards[parents[at]])
        copy_into(counters_after[at], counters[parents[at]])
        answer(ints, words, after[at], counters_after[at], piece, answers[at])


@kernel
def wait(ints: Ints, words: Words, boards: Words, counters: Ints) -> None:
    """All boards one round on in which there is nothing to lay."""
    for at in range(len(boards)):
        if not counters[at, I_ENDED]:
            move_on(ints, words, boards[at], counters[at], False)


@kernel
def values(ints: Ints, words: Words, boards: Words, counters: Ints, out: Floats) -> None:
    """What every board comes to."""
    known = np.empty(256, np.int32)
    for at in range(len(boards)):
        out[at] = value(ints, words, boards[at], counters[at], known)


@kernel
def rollouts(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    board: Words, bi: Ints, piece: Number, first: Number, futures: Ints, seed: Number, finals: Ints,
    lines: Ints,
) -> None:  # fmt: skip
    """Answer a piece and play on through every future: what it comes to, and the points of every line.

    A line of `lines` is what each rule has booked, then the points of each op of the end scoring.
    """
    patterns, sights = np.empty(head[F_PAIRS], np.int32), np.empty(head[F_PAIRS], np.int32)
    board1, bi1, scratch = board.copy(), bi.copy(), scratch_for(ints, head, board, bi)
    rules, known = ints[H_RULES], scratch.known
    for future in range(len(futures)):
        copy_into(board1, board)
        copy_into(bi1, bi)
        if piece >= 0:
            answer(ints, words, board1, bi1, piece, first)
        play_on(
            ints, words, head, pairs, begins, touched, weights, board1, bi1, futures[future],
            np.uint64(seed) + np.uint64(future), patterns, sights, scratch,
        )  # fmt: skip
        finals[future] = value(ints, words, board1, bi1, known)
        for rule in range(rules):
            lines[future, rule] = bi1[I_BOOKED + rule]
        for op in range(lines.shape[1] - rules):
            lines[future, rules + op] = known[op]
