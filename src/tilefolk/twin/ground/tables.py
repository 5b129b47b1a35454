"""The tables of one ground: everything the kernels know, as plain arrays.

Cells are numbered in reading order; a set of cells is two words of 64 bits. A slot is a piece in one
orientation on one first cell. The slots of a piece stand together, in the engine's order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.ground.lanes import lanes_of

CELLS = 128  # at most
LAID = 96  # pieces on a board, at most
BLOCKED = -1  # a draw that gives nothing to lay

# The columns of `op_ints`, and of `op_words`: the mask, and a set of pieces.
CODE, POINTS, RULE, NUMBER, KINDS, NOTE, NOTE_END, THING, THING_END, AIM, AT_MOST, NUMBERS = range(12)
OP_INTS, OP_WORDS, THING_WORDS = 12, 4, 4
PIECE_INTS = (
    11  # first slot, the one after the last, must, kind; first block, blocks; kinds shown, joins; lanes
)
BLOCK = 16  # words of a block: the first words of the cells of eight slots, then their second words

# The head of the packed ints: sizes, then where tables and sections begin.
(
    H_KINDS, H_NOTES, H_RULES, H_RACES, H_TABLES, H_PRINTED, H_START, H_LOCK, H_ROUNDS, H_DOUBLED,
    H_PIECES, H_SLOT_INTS, H_OPS, H_THINGS, H_OP_NOTES, H_NUMBERS, H_PASS, H_FIRST, H_LATER, H_INSTEAD,
    H_ONCE, H_ROUND, H_RACE, H_LINES, H_TIES, H_KEPT, H_END, H_PASS_RULE, H_LOSSES,
) = range(29)  # fmt: skip
(
    W_CELLS, W_SLOTS, W_NEAR, W_OPS, W_THINGS, W_OPEN, W_STIRRING, W_FRESH, W_WANTED, W_ROOM,
    W_BLOCKS, W_JOINS, W_LANES,
) = range(13)  # fmt: skip
HEAD = 48  # ints: 29 sizes and sections, then where the tables of words begin (from W_BASE)
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
    def _runs(self) -> list[tuple[int, int, int]]:
        """Cells that stand side by side in the engine's masks and here: first bit, mask, first number."""
        out: list[list[int]] = []
        for bit, number in self.numbers_of_cells.items():
            if out and bit == out[-1][0] + out[-1][1]:
                out[-1][1] += 1
            else:
                out.append([bit, 1, number])
        return [(bit, (1 << count) - 1, number) for bit, count, number in out]

    def set_of(self, mask: Mask) -> tuple[int, int]:
        """A mask of the engine as two words."""
        both = 0
        for bit, run, number in self._runs:
            both |= (mask >> bit & run) << number
        return both & (1 << 64) - 1, both >> 64

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
            H_LOSSES: self._losses,
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
            self.joins, self._lanes[1],
        )  # fmt: skip

    @cached_property
    def _pieces_and_blocks(self) -> Ints:
        counts = (self.pieces[:, 1] - self.pieces[:, 0] + 7) // 8
        kinds = [sum(1 << kind for kind in shown) for shown in self._kinds_shown]
        sizes = np.array([len(shown) for shown in self._kinds_shown], np.int32) * counts * BLOCK
        more = np.cumsum(counts) - counts, counts, kinds, np.cumsum(sizes) - sizes
        return np.column_stack([self.pieces, *more, self._lanes[0]]).astype(np.int32)

    @cached_property
    def _losses(self) -> Ints:
        """What a piece in each slot changes in all lines of clear cells together (`twin.kernels.changes`)."""
        out = np.zeros(len(self.cells), np.int32)
        for op in range(self.sections[H_LINES], self.sections[H_TIES]):
            row = self.op_ints[op]
            if row[CODE] == Code.CLEAR and row[NOTE] == row[NOTE_END]:
                out -= row[POINTS] * np.bitwise_count(self.cells & self.op_words[op, :2]).sum(1, np.int32)
        return out

    @cached_property
    def _lanes(self) -> tuple[Ints, Words]:
        return lanes_of(self.cells, self.pieces)

    @cached_property
    def blocks(self) -> Words:
        """The cells of slots as blocks of eight, which are looked at together; empty ones at last."""
        return _blocks([self.cells[first:last, None] for first, last, *_ in self.pieces])

    @cached_property
    def joins(self) -> Words:
        """The cells beside each kind that a piece shows, in such blocks: kind after kind for eight slots."""
        near = self.slots[:, 2 + 2 * self.sizes[H_KINDS] :].reshape(len(self.slots), -1, 2)
        pieces = zip(self.pieces, self._kinds_shown, strict=True)
        return _blocks([near[first:last, shown] for (first, last, *_), shown in pieces])

    @cached_property
    def _kinds_shown(self) -> list[list[int]]:
        marks = self.slots[:, 2 : 2 + 2 * self.sizes[H_KINDS]].reshape(len(self.slots), -1, 2)
        return [
            [kind for kind in range(marks.shape[1]) if marks[first:last, kind].any()]
            for first, last, *_ in self.pieces
        ]


def _blocks(parts: Sequence[Words]) -> Words:
    """Sets of cells (slot x kind x 2 words) of some pieces as blocks: eight first words, then the second."""
    out = [np.zeros((0, BLOCK), np.uint64)]
    for sets in parts:
        empty = np.zeros((-len(sets) % 8, *sets.shape[1:]), np.uint64)
        eights = np.vstack([sets, empty]).reshape(-1, 8, *sets.shape[1:])
        out.append(eights.transpose(0, 2, 3, 1).reshape(-1, BLOCK))
    return np.vstack(out)
