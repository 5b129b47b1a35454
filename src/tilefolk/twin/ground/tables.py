"""The tables of one ground: everything the kernels know, as plain arrays.

Cells are numbered in reading order; a set of cells is two words of 64 bits. A slot is a piece in one
orientation on one first cell. The slots of a piece stand together, in the engine's order.
"""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.core.arrays import Array

CELLS = 128  # at most
LAID = 96  # pieces on a board, at most
BLOCKED = -1  # a draw that gives nothing to lay
STOPPING = -2  # a blocking card before it is told apart from the card it blocks
SKIP, STOP = -1, -2  # answers that are no slots: a pass, the end of the part

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
INT_TABLES = (H_PIECES, H_SLOT_INTS, H_OPS, H_THINGS, H_OP_NOTES, H_NUMBERS, H_LOSSES)

# A board: words and ints.
B_CLEAR, B_APART, B_HEADS, B_MARKS = 0, 2, 4, 6
I_ROUND, I_VALUE, I_LOCKED, I_SPARES, I_PASSES, I_ENDED, I_LAID, I_BOOKED = range(8)


@dataclass(frozen=True, eq=False)
class Tables:
    """What the rules of an episode mean on one ground. `numbers_of_cells`: by their bits in the engine.

    `ints` and `words` are what kernels take: all tables one after the other, the ints with sizes and where
    each table begins in front. `fresh_words` and `fresh_ints`: the board before the first draw. Sets of cells
    are bits by their numbers: `near` has the neighbours of each cell, `open` where pieces may lie, `stirring`
    where one brings anything at once. `rules`: the ids of those that bring points.
    """

    numbers_of_cells: dict[int, int]
    sizes: dict[int, int]
    sections: dict[int, int]
    count_slots: int
    near: tuple[int, ...]
    open: int
    stirring: int
    ints: Array
    words: Array
    fresh_words: Array
    fresh_ints: Array
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

    def table(self, key: int, width: int) -> list[list[int]]:
        """The rows of a table of ints (`H_PIECES` and so on)."""
        begins = [*(self.ints[at] for at in INT_TABLES), len(self.ints)]
        return _rows(self.ints, begins, INT_TABLES.index(key), width)

    def table_of_words(self, key: int, width: int) -> list[list[int]]:
        """The rows of a table of words (`W_CELLS` and so on)."""
        begins = [*self.ints.numbers[W_BASE : W_BASE + W_LANES + 1], len(self.words)]
        return _rows(self.words, begins, key, width)

    def numbers_of(self, code: Code) -> range:
        """Where among the ints the numbers of an op of this code are, one for each of its things."""
        op = next(row for row in self.table(H_OPS, OP_INTS) if row[CODE] == code)
        begin = self.ints[H_NUMBERS] + op[NUMBERS]
        return range(begin, begin + op[THING_END] - op[THING])

    def rules_of_lines(self) -> list[int]:
        """The numbers of the rules whose points the lines of the end scoring are."""
        ops = self.table(H_OPS, OP_INTS)[self.sections[H_LINES] : self.sections[H_TIES]]
        return [op[RULE] for op in ops]


def _rows(numbers: Array, begins: list[int], index: int, width: int) -> list[list[int]]:
    """The rows of one of the tables that stand one after the other."""
    flat = numbers.numbers[begins[index] : begins[index + 1]].tolist()
    return [flat[at : at + width] for at in range(0, len(flat), width)]
