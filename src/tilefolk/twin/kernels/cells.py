"""Kernels on sets of cells: two words each."""

import numpy as np

from tilefolk.twin.compiler.jit import Cells, Number, Word, part
from tilefolk.twin.compiler.native import count_ones, trailing_zeros
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import W_BASE, W_NEAR

ONE: Word = np.uint64(1)
ZERO: Word = np.uint64(0)


@part
def lowest(a: Word, b: Word) -> Number:
    """The number of the first cell of a set that is not empty."""
    if a != ZERO:
        return np.int64(trailing_zeros(a))
    return np.int64(64) + np.int64(trailing_zeros(b))


@part
def size(a: Word, b: Word) -> Number:
    return np.int64(count_ones(a)) + np.int64(count_ones(b))


@part
def flood(ints: Ints, words: Words, a: Word, b: Word, in_a: Word, in_b: Word) -> Cells:
    """The part of a set that hangs together with a seed."""
    near = ints[W_BASE + W_NEAR]
    a &= in_a
    b &= in_b
    new_a, new_b = a, b
    while new_a != ZERO or new_b != ZERO:
        if new_a != ZERO:
            cell = np.int64(trailing_zeros(new_a))
            new_a &= new_a - ONE
        else:
            cell = np.int64(64) + np.int64(trailing_zeros(new_b))
            new_b &= new_b - ONE
        more_a = words[near + 2 * cell] & in_a & ~a
        more_b = words[near + 2 * cell + 1] & in_b & ~b
        a |= more_a
        b |= more_b
        new_a |= more_a
        new_b |= more_b
    return a, b


@part
def largest(
    ints: Ints, words: Words, in_a: Word, in_b: Word, by_a: Word, by_b: Word, twice_a: Word, twice_b: Word
) -> Number:
    """The largest part that hangs together, by how many cells of a set it has; some of them count twice."""
    best = np.int64(0)
    while in_a != ZERO or in_b != ZERO:
        if in_a != ZERO:
            a, b = flood(ints, words, in_a & (~in_a + ONE), ZERO, in_a, in_b)
        else:
            a, b = flood(ints, words, ZERO, in_b & (~in_b + ONE), in_a, in_b)
        count = size(a & by_a, b & by_b) + size(a & by_a & twice_a, b & by_b & twice_b)
        best = max(best, count)
        in_a &= ~a
        in_b &= ~b
    return best


@part
def beside(ints: Ints, words: Words, a: Word, b: Word) -> Cells:
    """All cells that share a side with a cell of the set."""
    near = ints[W_BASE + W_NEAR]
    out_a, out_b = ZERO, ZERO
    while a != ZERO or b != ZERO:
        if a != ZERO:
            cell = np.int64(trailing_zeros(a))
            a &= a - ONE
        else:
            cell = np.int64(64) + np.int64(trailing_zeros(b))
            b &= b - ONE
        out_a |= words[near + 2 * cell]
        out_b |= words[near + 2 * cell + 1]
    return out_a, out_b
