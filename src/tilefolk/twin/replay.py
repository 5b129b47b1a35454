"""The kernel that plays a match again, answer by answer, and notes what the engine noted of it."""

import numpy as np

from tilefolk.twin.compiler.jit import Flag, Number, copy_into, kernel, part
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.tables import (
    H_KEPT,
    H_LINES,
    H_OPS,
    H_RULES,
    H_SLOT_INTS,
    H_TIES,
    I_BOOKED,
    I_ENDED,
    I_ROUND,
    OP_INTS,
    RULE,
)  # fmt: skip
from tilefolk.twin.kernels.counting import tie_key, value
from tilefolk.twin.kernels.fitting import legal, may_pass
from tilefolk.twin.kernels.moves import move_on
from tilefolk.twin.play.playing import answer
from tilefolk.twin.replayed import (
    N_AFTER,
    N_CHOICE,
    N_ENDED,
    N_KEY,
    N_PASS,
    N_PIECES,
    N_PLACES,
    N_ROUND,
    N_VALUE,
    OUT_OF_ORDER,
)


@part
def _catches_up(
    ints: Ints, words: Words, board: Words, bi: Ints, cards: Ints, until: Number, rows: Ints
) -> Flag:
    """Move on over rounds that leave no choice; whether that led to the round asked for, or to the end."""
    while bi[I_ROUND] < until and not bi[I_ENDED]:
        piece = cards[bi[I_ROUND]]
        if piece < 0:
            move_on(ints, words, board, bi, False)
        elif may_pass(ints, words, bi, piece) or legal(ints, words, board, bi, piece, rows, 1):
            return False
        else:
            move_on(ints, words, board, bi, True)
    return True


@part
def _note_legal(
    ints: Ints, rows: Ints, count: Number, bits: Ints, notes: Ints, at: Number, parts: Number,
    masks: Words, mask: Number, width: Number,
) -> None:  # fmt: skip
    """The slots as the engine has them: for every piece that may be laid, in order, one mask."""
    used, last = -1, -1
    for index in range(count):
        row = rows[index]
        piece = ints[ints[H_SLOT_INTS] + 4 * row]
        if used < 0 or notes[at + N_PIECES + used] != piece:
            used = min(used + 1, parts - 1)
            notes[at + N_PIECES + used] = piece
        elif row <= last:
            notes[at + N_PLACES] = OUT_OF_ORDER
        bit = bits[row]
        masks[mask + used * width + bit // 8] |= 1 << bit % 8
        last = row


@part
def _note_tally(
    ints: Ints, words: Words, board: Words, bi: Ints, notes: Ints, at: Number, known: Ints
) -> None:
    """What the board comes to, and of what."""
    notes[at + N_AFTER], notes[at + N_ENDED] = bi[I_ROUND], bi[I_ENDED]
    ties = ints[H_KEPT] - ints[H_TIES]
    tie_key(ints, words, board, known)
    for index in range(ties):
        notes[at + N_KEY + index] = known[index]
    notes[at + N_VALUE] = value(ints, words, board, bi, known)
    lines = at + N_KEY + ties
    for rule in range(ints[H_RULES]):
        notes[lines + rule] = bi[I_BOOKED + rule]
    for index in range(ints[H_TIES] - ints[H_LINES]):
        notes[lines + ints[ints[H_OPS] + OP_INTS * (ints[H_LINES] + index) + RULE]] += known[index]
    notes[lines + ints[H_RULES]] = 0


@kernel
def replay(
    ints: Ints, words: Words, board: Words, bi: Ints, cards: Ints, answers: Ints, rounds: Ints, bits: Ints,
    parts: Number, width: Number, notes: Ints, tally: Number, masks: Words, laid: Ints, look: Number,
    seen: Words, seen_ints: Ints,
) -> Number:  # fmt: skip
    """Play a fresh board through a match; how many answers it could follow, one more if also the end.

    `answers`: the number of a legal placement, SKIP or STOP; `rounds`: when each is asked for, and the round
    after it, then likewise for the end. `bits`: where the slots are in the engine's masks, of which there are
    up to `parts` for an answer, of `width` bytes. `notes`: a row for each answer and one for the end; from
    `tally` on they have the tally. `laid`: the slots that were chosen. `seen`: the board before the answer
    `look`.
    """
    size = ints[H_OPS] - ints[H_SLOT_INTS]
    rows, known = np.empty(size, np.int32), np.empty(256, np.int32)
    columns = len(notes) // (len(answers) + 1)
    for index in range(len(answers) + 1):
        if not _catches_up(ints, words, board, bi, cards, rounds[2 * index], rows):
            return index
        at = columns * index
        if index < len(answers):
            if index == look:
                copy_into(seen, board)
                copy_into(seen_ints, bi)
            piece, chosen = cards[rounds[2 * index]], np.int64(answers[index])
            passes = may_pass(ints, words, bi, piece)
            count = legal(ints, words, board, bi, piece, rows, size)
            notes[at + N_ROUND], notes[at + N_PLACES], notes[at + N_PASS] = bi[I_ROUND], count, passes
            notes[at + N_CHOICE] = passes or count > 0
            _note_legal(ints, rows, count, bits, notes, at, parts, masks, index * parts * width, width)
            if chosen >= count or bi[I_ENDED]:
                return index
            chosen = np.int64(rows[chosen]) if chosen >= 0 else chosen
            laid[index] = chosen
            answer(ints, words, board, bi, piece, chosen)
            if not _catches_up(ints, words, board, bi, cards, rounds[2 * index + 1], rows):
                return index
        _note_tally(ints, words, board, bi, notes, at + tally, known)
    return len(answers) + 1
