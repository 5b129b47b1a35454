"""Kernels that play whole matches in batches: at random, greedily, or by a learned value."""

import numpy as np

from tilefolk.twin.compiler.jit import Number, copy_into, kernel, part
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import H_OPS, H_SLOT_INTS, I_ENDED, SKIP, STOP
from tilefolk.twin.kernels.cells import ONE
from tilefolk.twin.kernels.changes import count_again
from tilefolk.twin.kernels.counting import NO_SLOT, kept, value
from tilefolk.twin.kernels.fitting import count_slots, legal_sets, may_pass, nth_slot
from tilefolk.twin.kernels.moves import lay, move_on, skip
from tilefolk.twin.play.policy import choose, rate
from tilefolk.twin.play.scratch import Scratch, scratch_for
from tilefolk.twin.value.head import F_PAIRS
from tilefolk.twin.value.pairs import look, look_again


@part
def next_number(state: Number) -> Number:
    """The next state of a small random stream (xorshift)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@part
def answer(ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, chosen: Number) -> None:
    """Carry out an answer: a slot, SKIP or STOP."""
    if chosen == SKIP:
        skip(ints, words, board, bi, piece)
    elif chosen == STOP:
        move_on(ints, words, board, bi, True)
    else:
        lay(ints, words, board, bi, chosen)


@kernel
def play_random(
    ints: Ints, words: Words, fresh: Words, fresh_ints: Ints, cards: Ints, seed: Number, values: Ints
) -> Number:
    """Whole matches at random, one for each row of cards; passes where nothing fits. All placements."""
    state, placed = np.uint64(seed) | ONE, 0
    size = (ints[H_OPS] - ints[H_SLOT_INTS]) // 64 + ints[H_SLOT_INTS]  # more than there are sets
    firsts, sets, known = np.empty(size, np.int32), np.empty(size, np.uint64), np.empty(256, np.int32)
    board, bi = fresh.copy(), fresh_ints.copy()
    for match in range(len(cards)):
        copy_into(board, fresh)
        copy_into(bi, fresh_ints)
        for index in range(cards.shape[1]):
            piece = cards[match, index]
            if piece < 0:
                move_on(ints, words, board, bi, False)
                continue
            count = count_slots(sets, legal_sets(ints, words, board, bi, piece, firsts, sets))
            if count:
                state = next_number(state)
                number = np.int64(state >> np.uint64(33)) % count
                lay(ints, words, board, bi, nth_slot(words, firsts, sets, number))
                placed += 1
            elif may_pass(ints, words, bi, piece):
                skip(ints, words, board, bi, piece)
            else:
                move_on(ints, words, board, bi, True)
            if bi[I_ENDED]:
                break
        values[match] = value(ints, words, board, bi, known)
    return placed


@kernel
def play_on(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    board: Words, bi: Ints, cards: Ints, seed: Number, patterns: Ints, sights: Ints, scratch: Scratch,
) -> Number:  # fmt: skip
    """Play one board to the end of its cards; what it comes to."""
    rows, worth, scores, known = scratch.rows, scratch.worth, scratch.scores, scratch.known
    state = np.uint64(seed) | ONE
    value(ints, words, board, bi, known)
    if head[F_PAIRS]:
        look(ints, board, pairs, patterns, sights)
    for index in range(len(cards)):
        if bi[I_ENDED]:
            break
        piece = cards[index]
        if piece < 0:
            move_on(ints, words, board, bi, False)
            count_again(ints, words, board, bi, NO_SLOT, known)
            continue
        count = rate(
            ints, words, head, begins, touched, weights, board, bi, piece, patterns, sights, known,
            scratch,
        )  # fmt: skip
        state = next_number(state)
        chosen = choose(ints, words, head, board, bi, cards[index + 1 :], rows, worth, scores, count, state)
        answer(ints, words, board, bi, piece, chosen)
        count_again(ints, words, board, bi, chosen if chosen >= 0 else NO_SLOT, known)
        if chosen >= 0 and head[F_PAIRS]:
            look_again(begins, touched, patterns, sights, chosen)
    return value(ints, words, board, bi, known) + kept(ints, words, board, bi)


@kernel
def playouts(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    board: Words, bi: Ints, piece: Number, candidates: Ints, futures: Ints, first: Number, last: Number,
    seed: Number, totals: Floats,
) -> None:  # fmt: skip
    """Answer a card in each of some ways and play on through some futures; values are added to `totals`."""
    patterns, sights = np.empty(head[F_PAIRS], np.int32), np.empty(head[F_PAIRS], np.int32)
    board1, bi1, scratch = board.copy(), bi.copy(), scratch_for(ints, head, board, bi)
    for future in range(first, last):
        for index in range(len(candidates)):
            copy_into(board1, board)
            copy_into(bi1, bi)
            answer(ints, words, board1, bi1, piece, candidates[index])
            totals[index] += play_on(
                ints, words, head, pairs, begins, touched, weights, board1, bi1, futures[future],
                np.uint64(seed) + np.uint64(future), patterns, sights, scratch,
            )  # fmt: skip
