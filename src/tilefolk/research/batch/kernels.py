"""Kernels for many boards at once: answer, go on to the next choice, look, and look one answer ahead."""

import numpy as np

from tilefolk.twin.compiler.jit import Cells, Flag, Number, copy_into, kernel, part
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import (
    B_CLEAR,
    B_MARKS,
    H_DOUBLED,
    H_KINDS,
    I_BOOKED,
    I_ENDED,
    I_LAID,
    I_PASSES,
    I_ROUND,
    LAID,
    W_BASE,
    W_CELLS,
    W_OPEN,
)
from tilefolk.twin.kernels.cells import ONE, ZERO, lowest
from tilefolk.twin.kernels.counting import value
from tilefolk.twin.kernels.fitting import legal, may_pass
from tilefolk.twin.kernels.moves import lay, move_on, skip

KNOWN = 256  # ints that the twin needs at hand to count a board
NOT_OPEN = -1  # in pictures of boards: a cell on which nobody builds


@part
def is_set(first: Number, second: Number, cell: Number) -> Flag:
    """Whether a set of two words has a cell."""
    word = first if cell < 64 else second
    return (word >> np.uint64(cell % 64)) & np.uint64(1) != np.uint64(0)


@part
def without_lowest(a: Number, b: Number) -> Cells:
    """A set without its first cell."""
    if a != ZERO:
        return a & (a - ONE), b
    return a, b & (b - ONE)


@kernel
def is_over(bi: Ints, cards: Ints) -> Flag:
    return bi[I_ENDED] != 0 or bi[I_ROUND] >= len(cards)


@kernel
def go_on(ints: Ints, words: Words, board: Words, bi: Ints, cards: Ints, rows: Ints) -> None:
    """Go through rounds without a choice."""
    while not is_over(bi, cards):
        piece = cards[bi[I_ROUND]]
        if piece < 0:
            move_on(ints, words, board, bi, False)
        elif may_pass(ints, words, bi, piece) or legal(ints, words, board, bi, piece, rows, 1):
            return
        else:
            move_on(ints, words, board, bi, True)


@part
def answer(
    ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, number: Number, slots: Ints
) -> None:
    """Do what an id means: a place, then pass, then end."""
    if number < slots.shape[1]:
        lay(ints, words, board, bi, slots[piece, number])
    elif number == slots.shape[1]:
        skip(ints, words, board, bi, piece)
    else:
        move_on(ints, words, board, bi, True)


@kernel
def step(
    ints: Ints, words: Words, boards: Words, bis: Ints, cards: Ints, slots: Ints, numbers: Ints, over: Ints
) -> None:
    """Every board that is not over answers, and goes on to its next choice."""
    rows = np.empty(slots.shape[1], np.int32)
    for index in range(len(boards)):
        board, bi = boards[index], bis[index]
        if not is_over(bi, cards[index]):
            answer(ints, words, board, bi, cards[index, bi[I_ROUND]], numbers[index], slots)
            go_on(ints, words, board, bi, cards[index], rows)
        over[index] = is_over(bi, cards[index])


@kernel
def begin(
    ints: Ints, words: Words, boards: Words, bis: Ints, cards: Ints, slots: Ints, fresh: Words,
    fresh_ints: Ints, which: Ints,
) -> None:  # fmt: skip
    """A new match on some boards."""
    rows = np.empty(slots.shape[1], np.int32)
    for index in which:
        copy_into(boards[index], fresh)
        copy_into(bis[index], fresh_ints)
        go_on(ints, words, boards[index], bis[index], cards[index], rows)


@kernel
def count_points(ints: Ints, words: Words, boards: Words, bis: Ints, which: Ints, values: Ints) -> None:
    """What some boards come to if their matches ended now."""
    known = np.zeros(KNOWN, np.int32)
    for index in which:
        values[index] = value(ints, words, boards[index], bis[index], known)


@kernel
def masks(
    ints: Ints, words: Words, boards: Words, bis: Ints, cards: Ints, ids: Ints, places: Number, out: Ints
) -> None:
    """What every board may do; one that is over has no card, and may only end."""
    rows = np.empty(places, np.int32)
    for index in range(len(boards)):
        bi = bis[index]
        out[index, places + 1] = 1
        if is_over(bi, cards[index]):
            continue
        piece = cards[index, bi[I_ROUND]]
        for found in range(legal(ints, words, boards[index], bi, piece, rows, places)):
            out[index, ids[rows[found]]] = 1
        out[index, places] = may_pass(ints, words, bi, piece)


@kernel
def planes(
    ints: Ints,
    words: Words,
    boards: Words,
    bis: Ints,
    where: Ints,
    next_cells: Ints,
    kinds: Number,
    out: Ints,
) -> None:
    """Free cells, doubled symbols, what cells show, and which neighbours lie under one piece."""
    free, cells = ints[W_BASE + W_OPEN], ints[W_BASE + W_CELLS]
    doubled = B_MARKS + 2 * (ints[H_KINDS] + ints[H_DOUBLED])
    owner = np.empty(len(where), np.int32)
    for index in range(len(boards)):
        board, bi, seen = boards[index], bis[index], out[index]
        owner[:] = -1
        for laid in range(len(bi) - LAID, len(bi) - LAID + bi[I_LAID]):
            at = cells + 2 * bi[laid]
            a, b = words[at], words[at + 1]
            while a != ZERO or b != ZERO:
                owner[lowest(a, b)] = laid
                a, b = without_lowest(a, b)
        for cell in range(len(where)):
            place = where[cell]
            seen[0, place] = is_set(board[B_CLEAR] & words[free], board[B_CLEAR + 1] & words[free + 1], cell)
            seen[1, place] = is_set(board[doubled], board[doubled + 1], cell)
            for kind in range(kinds):
                mark = B_MARKS + 2 * kind
                seen[2 + kind, place] = is_set(board[mark], board[mark + 1], cell)
            for way in range(len(next_cells)):
                other = next_cells[way, cell]
                if owner[cell] >= 0 and other >= 0:
                    seen[2 + kinds + way, place] = owner[cell] == owner[other]


@kernel
def vectors(
    bis: Ints, cards: Ints, drawn: Ints, values: Ints, ahead: Number, kinds_of_cards: Number, rules: Number,
    races: Number, once: Flag, chances: Floats, used: Ints, out: Floats,
) -> None:  # fmt: skip
    """Round, phase, cards, what may still come, and the standing; as the observer of one seat has them."""
    count = kinds_of_cards
    for index in range(len(bis)):
        bi, seen = bis[index], out[index]
        now = bi[I_ROUND]
        known = min(cards.shape[1], now + 1 + ahead)
        seen[0], seen[1] = now, 1
        for step_on in range(known - now):
            if cards[index, now + step_on] >= 0:
                seen[5 + step_on * count + cards[index, now + step_on]] = 1
        at = 5 + (1 + ahead) * count
        copy_into(seen[at:], chances[used[index, known]])
        if once:
            for number in range(known):
                if drawn[index, number] >= 0:
                    seen[at + drawn[index, number]] -= 1
        at += count
        seen[at], seen[at + 1], seen[at + 2], seen[at + 4] = (
            values[index],
            bi[I_PASSES],
            bi[I_ENDED] != 0,
            now,
        )
        for race in range(races):
            seen[at + 5 + race] = bi[I_BOOKED + rules + race] != 0


@kernel
def draw(ints: Ints, words: Words, board: Words, where: Ints, kinds: Number, picture: Ints) -> None:
    """A picture of a board."""
    free = ints[W_BASE + W_OPEN]
    picture[:] = NOT_OPEN
    for cell in range(len(where)):
        kind = shown_kind(board, kinds, cell)
        if kind >= 0:
            picture[where[cell]] = 1 + kind
        elif is_set(words[free], words[free + 1], cell):
            picture[where[cell]] = 0


@part
def shown_kind(board: Words, kinds: Number, cell: Number) -> Number:
    """The kind that a cell shows, -1 for none."""
    for kind in range(kinds):
        if is_set(board[B_MARKS + 2 * kind], board[B_MARKS + 2 * kind + 1], cell):
            return kind
    return -1


@kernel
def look_ahead(
    ints: Ints, words: Words, boards: Words, bis: Ints, cards: Ints, slots: Ints, mask: Ints, where: Ints,
    kinds: Number, owners: Ints, numbers: Ints, values: Ints, over: Ints, pictures: Ints,
) -> None:  # fmt: skip
    """Every board after each of its answers: whose it is, the id, the points, whether it is over, a picture.

    A picture has -1 where nobody builds, 0 where a cell is free, else 1 and the number of the kind shown.
    """
    known, found = np.zeros(KNOWN, np.int32), 0
    picture = np.empty(pictures.shape[1], np.int8)
    board, bi = boards[0].copy(), bis[0].copy()
    for index in range(len(boards)):
        piece = -1 if is_over(bis[index], cards[index]) else cards[index, bis[index, I_ROUND]]
        draw(ints, words, boards[index], where, kinds, picture)
        for number in range(slots.shape[1] + 2):
            if not mask[index, number]:
                continue
            copy_into(board, boards[index])
            copy_into(bi, bis[index])
            answer(ints, words, board, bi, piece, number, slots)
            owners[found], numbers[found] = index, number
            values[found] = value(ints, words, board, bi, known)
            over[found] = is_over(bi, cards[index])
            copy_into(pictures[found], picture)
            if number < slots.shape[1]:
                at = ints[W_BASE + W_CELLS] + 2 * slots[piece, number]
                a, b = words[at], words[at + 1]
                while a != ZERO or b != ZERO:
                    cell = lowest(a, b)
                    pictures[found, where[cell]] = 1 + shown_kind(board, kinds, cell)
                    a, b = without_lowest(a, b)
            found += 1
