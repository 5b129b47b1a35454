"""The boards of all groups, and the tables they are played by."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin import Unsupported
from tilefolk.twin.gpu.arrays import GroundArrays, Ints, Words, arrays_of
from tilefolk.twin.gpu.backend import WORDS, Array, Cells, jnp
from tilefolk.twin.gpu.sets import Steps, halves, steps_of
from tilefolk.twin.ground import tables as t

LINES = {
    Code.CLEAR, Code.COVERED, Code.LARGEST, Code.CONSTANT, Code.WHOLE, Code.NONE_CLEAR, Code.UNPASSED,
    Code.CIRCLES, Code.CHURCH, Code.WELL, Code.AT_LARGE, Code.GROUP, Code.FULL_GROUP,
}  # fmt: skip
KNOWN = {
    t.H_FIRST: {Code.FREE, Code.TOUCH},
    t.H_LATER: {Code.FREE, Code.BESIDE, Code.MATCH},
    t.H_INSTEAD: set(),
    t.H_PASS: {Code.PASS, Code.PASS_ROW},
    t.H_ONCE: {Code.NEW_GROUP, Code.ROAD},
    t.H_ROUND: set(),
    t.H_RACE: {Code.REACH_COVERED},
    t.H_LINES: LINES,
    t.H_TIES: set(Code),  # for ranking seats, which nobody does here
}
SECTIONS = (*KNOWN, t.H_END)  # in the order in which they stand
MOVED_ON, PASSED, ENDED = -1, -2, -3  # instead of the row of a slot


class Op(NamedTuple):
    """One op-code with what it needs; constants of the compiled program."""

    code: Code
    points: int
    rule: int
    number: int
    kinds: tuple[int, ...]
    notes: tuple[int, ...]
    things: Words  # thing x 2 x WORDS: where it lies, the cells that count for it
    mask: Words
    pieces: int  # a set of pieces as bits
    numbers: int  # where its numbers begin
    compares: bool  # with other seats


class Boards(NamedTuple):
    """All boards. Sets of cells are `(..., WORDS, groups, boards)`, numbers `(groups, boards)`."""

    clear: Cells
    apart: Cells
    heads: Cells
    marks: Cells
    notes: Cells
    value: Array
    locked: Array
    passes: Array
    ended: Array
    has_built: Array
    races: Array
    rows: Array  # round x groups x boards: the slot laid, or what else was answered


@dataclass(frozen=True, eq=False)
class GpuTables:
    """The tables of a ground, cut for JAX; raises Unsupported."""

    tables: t.Tables

    def __post_init__(self) -> None:
        for section, known in KNOWN.items():
            for op in self.ops(section):
                if op.code not in known:
                    raise Unsupported(f"{op.code.name.lower()} has no kernel for a GPU")
                if op.code == Code.PASS and op.number:
                    raise Unsupported("provisions have no kernel for a GPU")

    @cached_property
    def arrays(self) -> GroundArrays:
        return arrays_of(self.tables)

    @cached_property
    def steps(self) -> Steps:
        return steps_of(self.arrays.near)

    @cached_property
    def cells(self) -> Words:
        """Slot x WORDS."""
        return halves(self.arrays.cells)

    @cached_property
    def more(self) -> Words:
        """Slot x (around, marks of each kind, beside them) x WORDS."""
        return halves(self.arrays.more).reshape(len(self.arrays.more), -1, WORDS)

    @cached_property
    def of_pieces(self) -> Ints:
        """Piece x its slots, in order; the rest are -1."""
        pieces = self.arrays.pieces
        most = int((pieces[:, 1] - pieces[:, 0]).max())
        rows = pieces[:, :1] + np.arange(most)[None]
        return np.where(rows < pieces[:, 1:2], rows, -1).astype(np.int32)

    @cached_property
    def cells_of_pieces(self) -> Words:
        """WORDS x piece x its slots, empty where there is none: neighbours in memory are asked together."""
        return self._by_piece(self.cells)

    @cached_property
    def beside_of_pieces(self) -> Words:
        """Kind x WORDS x piece x its slots: the cells beside those that show a kind."""
        return self._by_piece(self.more[:, 1 + self.tables.sizes[t.H_KINDS] :])

    def _by_piece(self, of_slots: Words) -> Words:
        rows = self.of_pieces
        there = np.where((rows >= 0).reshape(*rows.shape, *[1] * (of_slots.ndim - 1)), of_slots[rows], 0)
        return np.ascontiguousarray(np.moveaxis(there, (0, 1), (-2, -1)).astype(np.uint32))

    def ops(self, section: int) -> list[Op]:
        """The ops of a section, one after the other."""
        after = SECTIONS[SECTIONS.index(section) + 1]
        return [self._op(index) for index in range(*map(self.tables.sections.__getitem__, (section, after)))]

    def _op(self, index: int) -> Op:
        arrays, ints = self.arrays, self.arrays.op_ints[index]
        words = arrays.op_words[index]
        kinds = int(ints[t.KINDS])
        things = halves(arrays.things[ints[t.THING] : ints[t.THING_END]])
        return Op(
            Code(ints[t.CODE]),
            int(ints[t.POINTS]),
            int(ints[t.RULE]),
            int(ints[t.NUMBER]),
            tuple(kind for kind in range(self.tables.sizes[t.H_KINDS]) if kinds >> kind & 1),
            tuple(int(note) for note in arrays.op_notes[ints[t.NOTE] : ints[t.NOTE_END]]),
            things.reshape(-1, 2, WORDS),
            halves(words[:2]),
            int(words[2]) | int(words[3]) << 64,
            int(ints[t.NUMBERS]),
            bool(ints[t.AT_MOST]),
        )

    def fresh(self, groups: int, boards: int, rounds: int) -> Boards:
        """So many boards before the first draw."""
        shape, sizes = (groups, boards), self.tables.sizes
        kinds = sizes[t.H_KINDS]
        masks = halves(self.arrays.fresh).reshape(-1, WORDS)

        def spread(words: Words) -> Cells:
            return jnp.broadcast_to(jnp.asarray(words)[..., None, None], (*words.shape, *shape))

        def number(value: int) -> Array:
            return jnp.full(shape, value, jnp.int32)

        return Boards(
            spread(masks[0]),
            spread(masks[1]),
            spread(masks[2]),
            spread(masks[3 : 3 + kinds]),
            spread(masks[3 + kinds :]),
            number(int(self.tables.fresh_ints[t.I_VALUE])),
            jnp.zeros(shape, bool),
            number(0),
            jnp.zeros(shape, bool),
            jnp.zeros(shape, bool),
            jnp.zeros((sizes[t.H_RACES], *shape), bool),
            jnp.full((rounds, *shape), MOVED_ON, jnp.int16),
        )
