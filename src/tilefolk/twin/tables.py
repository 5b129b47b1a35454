"""The tables of one ground: everything the kernels know, as plain arrays.

Cells are numbered in reading order; a set of cells is two words of 64 bits. A slot is a piece in one
orientation on one first cell. The slots of a piece stand together, in the engine's order.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilefolk.core.notation import Action
from tilefolk.twin.arrays import Ints, Words

CELLS = 128  # at most
LAID = 96  # pieces on a board, at most
BLOCKED = -1  # a draw that gives nothing to lay

# The columns of `op_ints`, and of `op_words`: the mask, and a set of pieces.
CODE, POINTS, RULE, NUMBER, KINDS, NOTE, NOTE_END, THING, THING_END, AIM, AT_MOST, NUMBERS = range(12)
OP_INTS, OP_WORDS, THING_WORDS = 12, 4, 4
PIECE_INTS = 6  # first slot, the one after the last, must, kind, first block, how many blocks
BLOCK = 16  # words of a block: the first words of the cells of eight slots, then their second words

# The head of the packed ints: sizes, then where tables and sections begin.
(
    H_KINDS, H_NOTES, H_RULES, H_RACES, H_TABLES, H_PRINTED, H_START, H_LOCK, H_ROUNDS, H_DOUBLED,
    H_PIECES, H_SLOT_INTS, H_OPS, H_THINGS, H_OP_NOTES, H_NUMBERS, H_PASS, H_FIRST, H_LATER, H_INSTEAD,
    H_ONCE, H_ROUND, H_RACE, H_LINES, H_TIES, H_KEPT, H_END, H_PASS_RULE,
) = range(28)  # fmt: skip
(
    W_CELLS, W_SLOTS, W_NEAR, W_OPS, W_THINGS, W_OPEN, W_STIRRING, W_FRESH, W_WANTED, W_ROOM,
    W_BLOCKS,
) = range(11)  # fmt: skip
HEAD = 48  # ints: 28 sizes and sections, then where the tables of words begin (from W_BASE)
W_BASE = 30

# A board: words and ints.
B_CLEAR, B_APART, B_HEADS, B_MARKS = 0, 2, 4, 6
I_ROUND, I_VALUE, I_LOCKED, I_SPARES, I_PASSES, I_ENDED, I_LAID, I_BOOKED = range(8)


@dataclass(frozen=True, eq=False)
class Tables:
    """What the rules of an episode mean on one ground. `numbers_of_cells`: by their bits in the engine.

    `cells` (slot x 2) and `slots` (slot x more words: around, cells per kind, cells beside them per kind) are
    what a piece covers. `slot_ints`: its piece, kind, whether it is doubled. `pieces` (piece x first and last
    slot, must, kind). `near`: neighbours of each cell; `room`: those of them that are `wanted` (a building
    there costs nothing) and on the same bank. `op_*`, `things`, `numbers`: the op-codes; `sections`: where
    those of each kind of rule begin. `sizes`: the head. `rules`: the ids of those that bring points.
    """

    numbers_of_cells: dict[int, int]
    sizes: dict[int, int]
    sections: dict[int, int]
    pieces: Ints
    slot_ints: Ints
    cells: Words
    slots: Words
    near: Words
    op_ints: Ints
    op_words: Words
    op_notes: Ints
    things: Words
    thing_kinds: Ints
    numbers: Ints
    open: Words
    stirring: Words
    wanted: Words
    room: Words
    fresh_words: Words
    fresh_ints: Ints
    rules: tuple[str, ...]
    notes: tuple[str, ...]
    races: tuple[str, ...]
    names: tuple[str, ...]
    actions: tuple[Action, ...]

    @cached_property
    def ints(self) -> Ints:
        """All ints in one array, the head first, as the kernels take them."""
        parts = {
            H_PIECES: self._pieces_and_blocks,
            H_SLOT_INTS: self.slot_ints,
            H_OPS: self.op_ints,
            H_THINGS: self.thing_kinds,
            H_OP_NOTES: self.op_notes,
            H_NUMBERS: self.numbers,
        }
        head, at = np.zeros(HEAD, np.int32), HEAD
        for key, value in {**self.sizes, **self.sections}.items():
            head[key] = value
        for key, table in parts.items():
            head[key] = at
            at += table.size
        at = 0
        for index, words in enumerate(self._words):
            head[W_BASE + index] = at
            at += words.size
        return np.concatenate([head, *(table.ravel() for table in parts.values())])

    @cached_property
    def words(self) -> Words:
        """All words in one array, as the kernels take them."""
        return np.concatenate([words.ravel() for words in self._words])

    @property
    def _words(self) -> tuple[Words, ...]:
        return (
            self.cells, self.slots, self.near, self.op_words, self.things, self.open, self.stirring,
            self.fresh_words, self.wanted, self.room, self.blocks,
        )  # fmt: skip

    @cached_property
    def _pieces_and_blocks(self) -> Ints:
        counts = (self.pieces[:, 1] - self.pieces[:, 0] + 7) // 8
        return np.column_stack([self.pieces, np.cumsum(counts) - counts, counts]).astype(np.int32)

    @cached_property
    def blocks(self) -> Words:
        """The cells of slots as blocks of eight, which are looked at together; empty ones at last."""
        parts = [np.zeros((0, BLOCK), np.uint64)]
        for first, last, *_ in self.pieces:
            cells = self.cells[first:last]
            padded = np.vstack([cells, np.zeros((-len(cells) % 8, 2), np.uint64)])
            parts.append(padded.reshape(-1, 8, 2).transpose(0, 2, 1).reshape(-1, BLOCK))
        return np.vstack(parts)
