"""The kernel that learns by self-play: temporal differences of boards after an answer."""

import numpy as np

from tilefolk.twin.compiler.jit import Flag, Number, copy_into, kernel, part
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import H_ROUNDS, I_ENDED, I_ROUND, STOP
from tilefolk.twin.kernels.cells import ONE
from tilefolk.twin.kernels.counting import kept, value
from tilefolk.twin.kernels.moves import move_on
from tilefolk.twin.play.playing import answer, next_number
from tilefolk.twin.play.policy import choose, rate
from tilefolk.twin.play.scratch import scratch_for
from tilefolk.twin.value.groups import count_groups
from tilefolk.twin.value.head import F_GROUPS, F_PAIRS, F_PATTERNS, F_SIGHTS, F_STAGES
from tilefolk.twin.value.pairs import groups_at, learned, look, look_again, stage_of


@part
def correct(weights: Floats, sums: Floats, sizes: Floats, at: Number, change: Number, own: Flag) -> None:
    """Move one weight; with a step of its own by less, the more its corrections have cancelled out so far."""
    if not own:
        weights[at] += change
        return
    if sizes[at] > 0:
        weights[at] += change * abs(sums[at]) / sizes[at]
    else:
        weights[at] += change
    sums[at] += change
    sizes[at] += abs(change)


@part
def learn_from(
    head: Ints, weights: Floats, sums: Floats, sizes: Floats, own: Flag, patterns: Ints, sights: Ints,
    counts: Ints, stage: Number, error: Number,
) -> None:  # fmt: skip
    """Correct the weights of a board by an error, in equal shares."""
    pairs, shapes, third = head[F_PAIRS], head[F_PATTERNS], groups_at(head, stage)
    first = stage * pairs * shapes
    second = head[F_STAGES] * pairs * shapes + stage * pairs * head[F_SIGHTS]
    share = np.float32(error / (2 * pairs))
    for pair in range(pairs):
        correct(weights, sums, sizes, first + pair * shapes + patterns[pair], share, own)
        correct(weights, sums, sizes, second + pair * head[F_SIGHTS] + sights[pair], share, own)
    for state in range(head[F_GROUPS]):
        if counts[state]:
            correct(weights, sums, sizes, third + state, share * counts[state], own)


@kernel
def learn(
    ints: Ints, words: Words, head: Ints, pairs: Ints, begins: Ints, touched: Ints, weights: Floats,
    sums: Floats, sizes: Floats, fresh: Words, fresh_ints: Ints, cards: Ints, step: Number, further: Number,
    own: Flag, seed: Number,
) -> Number:  # fmt: skip
    """Play a match for each row of cards and learn from it; the mean of what they come to.

    `further`: how much of what a board turns out to be worth later is told to the boards before it (lambda).
    `own`: every weight finds a step of its own; `sums` and `sizes` have its corrections so far.
    """
    length, scratch = cards.shape[1], scratch_for(ints, head, fresh, fresh_ints)
    rows, worth, scores, known = scratch.rows, scratch.worth, scratch.scores, scratch.known
    patterns = np.empty((length + 1, head[F_PAIRS]), np.int32)
    sights, stages = patterns.copy(), np.empty(length, np.int32)
    counts = np.zeros((length, head[F_GROUPS]), np.int32)
    groups, shares, places = scratch.found, scratch.shares, scratch.places
    values = np.empty(length, np.float64)
    board, bi = fresh.copy(), fresh_ints.copy()
    state, total = np.uint64(seed) | ONE, 0.0
    for match in range(len(cards)):
        copy_into(board, fresh)
        copy_into(bi, fresh_ints)
        look(ints, board, pairs, patterns[0], sights[0])
        count = 0  # boards after an answer so far: number 1 and so on
        for index in range(length):
            if bi[I_ENDED]:
                break
            piece = cards[match, index]
            if piece < 0:
                move_on(ints, words, board, bi, False)
                continue
            value(ints, words, board, bi, known)
            found = rate(
                ints, words, head, begins, touched, weights, board, bi, piece, patterns[count], sights[count],
                known, scratch,
            )  # fmt: skip
            state = next_number(state)
            coming = cards[match, index + 1 :]
            chosen = choose(ints, words, head, board, bi, coming, rows, worth, scores, found, state)
            if chosen == STOP:
                break
            answer(ints, words, board, bi, piece, chosen)
            copy_into(patterns[count + 1], patterns[count])
            copy_into(sights[count + 1], sights[count])
            if chosen >= 0:
                look_again(begins, touched, patterns[count + 1], sights[count + 1], chosen)
            over = bi[I_ROUND] == ints[H_ROUNDS]
            stages[count] = -1 if over else stage_of(head, bi[I_ROUND])
            values[count] = value(ints, words, board, bi, known) + kept(ints, words, board, bi)
            if not over:
                if head[F_GROUPS]:
                    count_groups(ints, words, board, bi, groups, counts[count])
                board_seen = patterns[count + 1], sights[count + 1], counts[count]
                values[count] += learned(head, weights, *board_seen, stages[count], shares, places)
            count += 1
        final = value(ints, words, board, bi, known) + kept(ints, words, board, bi)
        total += final
        aim = np.float64(final)
        for number in range(count - 1, -1, -1):
            if stages[number] >= 0 and step > 0:
                board_seen = patterns[number + 1], sights[number + 1], counts[number]
                error = step * (aim - values[number])
                learn_from(head, weights, sums, sizes, own, *board_seen, stages[number], error)
            aim = further * aim + (1 - further) * values[number]
    return total / len(cards)
