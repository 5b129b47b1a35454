"""Kernels for what a learned value looks at: pairs of neighbouring cells, their patterns and sights."""

import numpy as np

from tilefolk.twin.compiler.jit import Number, kernel, part
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import B_CLEAR, B_MARKS, H_KINDS, W_BASE, W_CELLS, W_SLOTS
from tilefolk.twin.kernels.cells import ONE, ZERO
from tilefolk.twin.value.head import (
    BITS,
    F_GROUPS,
    F_PAIRS,
    F_PATTERNS,
    F_ROUNDS,
    F_SIGHTS,
    F_STAGES,
    GAIN_BITS,
)


@kernel
def touch(ints: Ints, words: Words, pairs: Ints, begins: Ints, touched: Ints, counting: Number) -> Number:
    """Fill in which pairs each slot changes, or only count how many there are in all."""
    total, kinds = 0, ints[H_KINDS]
    for row in range(len(begins) - 1):
        begins[row] = total
        cells = ints[W_BASE + W_CELLS] + 2 * row
        marks = ints[W_BASE + W_SLOTS] + row * (2 + 4 * kinds) + 2
        for pair in range(len(pairs)):
            bits, gain = 0, 0
            for index in range(BITS):
                cell = pairs[pair, index]
                if cell < 0:
                    break
                if words[cells + cell // 64] >> np.uint64(cell % 64) & ONE == ZERO:
                    continue
                bits |= 1 << index
                for kind in range(kinds if index < 2 else 0):
                    if words[marks + 2 * kind + cell // 64] >> np.uint64(cell % 64) & ONE != ZERO:
                        gain += (kind + 1) * (kinds + 1 if index == 0 else 1)
                        break
            if bits:
                if not counting:
                    touched[total] = (pair << BITS | bits) << GAIN_BITS | gain
                total += 1
    begins[len(begins) - 1] = total
    return total


@kernel
def look(ints: Ints, board: Words, pairs: Ints, patterns: Ints, sights: Ints) -> None:
    """The pattern and the sight of every pair on a board."""
    kinds = ints[H_KINDS]
    for pair in range(len(pairs)):
        pattern, sight = 0, 0
        for index in range(BITS):
            cell = pairs[pair, index]
            if cell < 0:
                break
            bit = np.uint64(cell % 64)
            if board[B_CLEAR + cell // 64] >> bit & ONE != ZERO:
                pattern |= 1 << index
            for kind in range(kinds if index < 2 else 0):
                if board[B_MARKS + 2 * kind + cell // 64] >> bit & ONE != ZERO:
                    sight += (kind + 1) * (kinds + 1 if index == 0 else 1)
                    break
        patterns[pair], sights[pair] = pattern, sight


@part
def unpacked(touched: Number) -> tuple[Number, Number, Number]:
    """Pair, bits and gain of what a slot changes."""
    bits = touched >> np.uint32(GAIN_BITS) & np.uint32((1 << BITS) - 1)
    return touched >> np.uint32(GAIN_BITS + BITS), bits, touched & np.uint32((1 << GAIN_BITS) - 1)


@part
def stage_of(head: Ints, played: Number) -> Number:
    return min(head[F_STAGES] - 1, played * head[F_STAGES] // head[F_ROUNDS])


@part
def groups_at(head: Ints, stage: Number) -> Number:
    """Where the weights of groups of a stage begin."""
    return head[F_STAGES] * head[F_PAIRS] * (head[F_PATTERNS] + head[F_SIGHTS]) + stage * head[F_GROUPS]


@part
def learned(
    head: Ints, weights: Floats, patterns: Ints, sights: Ints, counts: Ints, stage: Number, shares: Floats,
    places: Words,
) -> Number:  # fmt: skip
    """The learned part of the value of a board; `shares` gets those of the pairs.

    `places` gets where both weights of each pair are. Shapes are a power of two, so that the bits of a
    pattern are the last ones of its place.
    """
    pairs, sizes, total = head[F_PAIRS], head[F_PATTERNS], np.float32(0)
    first = stage * pairs * sizes
    second = head[F_STAGES] * pairs * sizes + stage * pairs * head[F_SIGHTS]
    for pair in range(pairs):
        pattern, sight = first + pair * sizes + patterns[pair], second + pair * head[F_SIGHTS] + sights[pair]
        share = weights[pattern] + weights[sight]
        places[2 * pair], places[2 * pair + 1] = pattern, sight
        shares[pair] = share
        total += share
    third = groups_at(head, stage)
    for state in range(head[F_GROUPS]):
        total += counts[state] * weights[third + state]
    return total


@part
def learned_change(
    head: Ints, begins: Ints, touched: Ints, weights: Floats, shares: Floats, places: Words, row: Number
) -> Number:
    """What a piece in a slot adds to the shares of the pairs. Numbers without a sign are quicker here."""
    patterns, sights = np.float32(0), np.float32(0)
    for index in range(begins[row], begins[row + 1]):
        pair, bits, gain = unpacked(np.uint32(touched[index]))
        patterns += weights[places[2 * pair] & ~bits] - shares[pair]
        sights += weights[places[2 * pair + 1] + gain]
    return patterns + sights


@part
def look_again(begins: Ints, touched: Ints, patterns: Ints, sights: Ints, row: Number) -> None:
    """Patterns and sights after a piece is laid in a slot."""
    for index in range(begins[row], begins[row + 1]):
        pair, bits, gain = unpacked(np.uint32(touched[index]))
        patterns[pair] &= ~np.int32(bits)
        sights[pair] += np.int32(gain)
