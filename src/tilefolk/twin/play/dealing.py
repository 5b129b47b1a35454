"""Kernels that deal cards which may come: the generator that numpy calls PCG64, bit by bit as numpy has it.

Bots were tuned and measured with numpy's numbers; with the same ones they answer as they did.
"""

import numpy as np

from tilefolk.twin.compiler.jit import Flag, Number, Word, kernel, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import BLOCKED, STOPPING
from tilefolk.twin.kernels.cells import ONE, ZERO

# The words of a generator: its state and its step (128 bits each), then half a number kept for the next call.
S_HIGH, S_LOW, S_STEP_HIGH, S_STEP_LOW, S_HALF = range(5)
FACTOR_HIGH: Word = np.uint64(2549297995355413924)
FACTOR_LOW: Word = np.uint64(4865540595714422341)
HALF: Word = np.uint64(32)
LOW_HALF: Word = np.uint64(0xFFFFFFFF)
HAS_HALF: Word = np.uint64(1 << 32)


@part
def high_product(a: Word, b: Word) -> Word:
    """The upper word of a product of two words."""
    a_low, a_high, b_low, b_high = a & LOW_HALF, a >> HALF, b & LOW_HALF, b >> HALF
    middle = a_high * b_low + (a_low * b_low >> HALF)
    other = a_low * b_high + (middle & LOW_HALF)
    return a_high * b_high + (middle >> HALF) + (other >> HALF)


@part
def next_word(state: Words) -> Word:
    """The next 64 random bits."""
    high, low = state[S_HIGH], state[S_LOW]
    product = low * FACTOR_LOW
    upper = high_product(low, FACTOR_LOW) + high * FACTOR_LOW + low * FACTOR_HIGH
    low = product + state[S_STEP_LOW]
    high = upper + state[S_STEP_HIGH] + np.uint64(low < product)
    state[S_HIGH], state[S_LOW] = high, low
    both, turn = high ^ low, high >> np.uint64(58)
    return (both >> turn) | (both << ((np.uint64(64) - turn) & np.uint64(63)))


@part
def next_half(state: Words) -> Word:
    """The next 32 random bits; a word has two of them."""
    if state[S_HALF] != ZERO:
        half = state[S_HALF] & LOW_HALF
        state[S_HALF] = ZERO
        return half
    word = next_word(state)
    state[S_HALF] = HAS_HALF | word >> HALF
    return word & LOW_HALF


@part
def up_to(state: Words, most: Number) -> Number:
    """A number from 0 to the most: bits are drawn again until they are not larger."""
    mask = np.uint64(most)
    for shift in (1, 2, 4, 8, 16):
        mask |= mask >> np.uint64(shift)
    number = next_half(state) & mask
    while number > np.uint64(most):
        number = next_half(state) & mask
    return np.int64(number)


@part
def below(state: Words, end: Number) -> Number:
    """A number from 0 to before the end, by a product (Lemire)."""
    count = np.uint64(end)
    product = next_half(state) * count
    if product & LOW_HALF < count:
        least = (LOW_HALF + ONE - count) % count
        while product & LOW_HALF < least:
            product = next_half(state) * count
    return np.int64(product >> HALF)


@kernel
def deal_deck(known: Ints, left: Ints, stopped: Flag, state: Words, out: Ints) -> None:
    """Rows of cards: those that are known, then those that are left, shuffled.

    A stopping card blocks its round and the next one; `stopped`: the last card drawn was one.
    """
    first = len(known)
    for row in range(len(out)):
        for index in range(first):
            out[row, index] = known[index]
        for index in range(len(left)):
            out[row, first + index] = left[index]
        for index in range(len(left) - 1, 0, -1):
            other = up_to(state, index)
            a, b = out[row, first + index], out[row, first + other]
            out[row, first + index], out[row, first + other] = b, a
        after = stopped
        for index in range(first, first + len(left)):
            stops = out[row, index] == STOPPING
            if stops or after:
                out[row, index] = BLOCKED
            after = stops


@kernel
def roll_dice(known: Ints, faces: Ints, row_cards: Ints, state: Words, out: Ints) -> None:
    """Rows of cards: those that are known, then rolls.

    `faces`: the card of each face, then of each whether it brings the next card of a row while there is one.
    """
    first, count = len(known), len(faces) // 2
    for row in range(len(out)):
        for index in range(first):
            out[row, index] = known[index]
        used = 0
        for index in range(first, out.shape[1]):
            face = below(state, count)
            out[row, index] = faces[face]
            if faces[count + face]:
                if used < len(row_cards):
                    out[row, index] = row_cards[used]
                used += 1
