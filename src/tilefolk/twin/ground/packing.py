"""Packs the tables of a ground into two arrays, as the kernels take them."""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin import core
from tilefolk.twin.core import Array
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.lanes import lanes_of

Row = Sequence[int]


class Slots(NamedTuple):
    """The slots of all pieces, and after them what is printed.

    `pieces`: first slot, the one after the last, must, kind. `ints`: piece, kind, the doubled cell, the first
    cell. `cells`: what each covers, as bits. `more`: the cells around it, those that show each kind, those
    beside these; two words each.
    """

    kinds: int
    pieces: list[Row]
    ints: "array[int]"
    cells: list[int]
    more: "array[int]"

    def beside(self, slot: int, kind: int) -> "array[int]":
        """The cells beside those that show a kind, as two words."""
        at = slot * (2 + 4 * self.kinds) + 2 + 2 * self.kinds + 2 * kind
        return self.more[at : at + 2]

    def shows(self, slot: int, kind: int) -> bool:
        at = slot * (2 + 4 * self.kinds) + 2 + 2 * kind
        return bool(self.more[at] or self.more[at + 1])


class Ops(NamedTuple):
    """The op-codes: their ints and words, their notes, things and numbers; where each kind of rule begins."""

    ints: Sequence[Row]
    words: Sequence[Row]
    notes: list[int]
    things: Sequence[Row]
    thing_kinds: list[int]
    numbers: list[int]
    sections: dict[int, int]


class Cells(NamedTuple):
    """Sets of cells as bits. `near`, `room`: a cell's neighbours, and those that are room beside it."""

    near: tuple[int, ...]
    room: tuple[int, ...]
    open: int
    stirring: int
    wanted: int


def two_words(both: int) -> tuple[int, int]:
    return both & (1 << 64) - 1, both >> 64


def words_of(masks: Sequence[int]) -> "array[int]":
    """Sets of cells, two words each."""
    return array("Q", (word for mask in masks for word in two_words(mask)))


def pack(
    sizes: dict[int, int], slots: Slots, ops: Ops, cells: Cells, fresh: Sequence[int]
) -> tuple[Array, Array]:
    """All ints, with sizes and places in front of them, and all words."""
    shown = [_kinds_shown(slots, piece) for piece in slots.pieces]
    lane_rows, lanes = lanes_of(slots.cells, [(piece[0], piece[1]) for piece in slots.pieces])
    blocks, joins = array("Q"), array("Q")
    for piece, kinds in zip(slots.pieces, shown, strict=True):
        rows = range(piece[0], piece[1])
        blocks += _blocks([[two_words(slots.cells[row])] for row in rows])
        joins += _blocks([[slots.beside(row, kind) for kind in kinds] for row in rows])
    # In the order of W_CELLS and so on.
    words = [
        words_of(slots.cells), slots.more, words_of(cells.near), _flat("Q", ops.words),
        _flat("Q", ops.things), words_of([cells.open]), words_of([cells.stirring]), words_of(fresh),
        words_of([cells.wanted]), words_of(cells.room), blocks, joins, array("Q", lanes),
    ]  # fmt: skip
    ints = {
        t.H_PIECES: _flat("i", _pieces(slots.pieces, shown, lane_rows)),
        t.H_SLOT_INTS: slots.ints,
        t.H_OPS: _flat("i", ops.ints),
        t.H_THINGS: array("i", ops.thing_kinds),
        t.H_OP_NOTES: array("i", ops.notes),
        t.H_NUMBERS: array("i", ops.numbers),
        t.H_LOSSES: _losses(slots.cells, ops),
    }
    head, at = array("i", [0] * t.HEAD), t.HEAD
    for key, value in {**sizes, **ops.sections}.items():
        head[key] = value
    for key, table in ints.items():
        head[key] = at
        at += len(table)
    at = 0
    for index, table_of_words in enumerate(words):
        head[t.W_BASE + index] = at
        at += len(table_of_words)
    for table in ints.values():
        head += table
    return core.array("i4", head), core.array("u8", _joined(words))


def _joined(parts: Sequence["array[int]"]) -> "array[int]":
    out = array("Q")
    for part in parts:
        out += part
    return out


def _flat(code: str, rows: Sequence[Row]) -> "array[int]":
    return array(code, (number for row in rows for number in row))


def _kinds_shown(slots: Slots, piece: Row) -> list[int]:
    """The kinds that a piece shows in some slot."""
    rows = range(piece[0], piece[1])
    return [kind for kind in range(slots.kinds) if any(slots.shows(row, kind) for row in rows)]


def _pieces(pieces: Sequence[Row], shown: Sequence[list[int]], lanes: Sequence[Row]) -> list[Row]:
    """The rows of pieces with where their blocks, joins and lanes are."""
    out: list[Row] = []
    block = join = 0
    for piece, kinds, lane in zip(pieces, shown, lanes, strict=True):
        count = -(-(piece[1] - piece[0]) // 8)
        out.append([*piece, block, count, sum(1 << kind for kind in kinds), join, *lane])
        block += count
        join += len(kinds) * count * t.BLOCK
    return out


def _blocks(sets: Sequence[Sequence[Row]]) -> "array[int]":
    """Some sets of cells of each slot as blocks of eight slots: eight first words, then eight second."""
    out = array("Q")
    for first in range(0, len(sets), 8):
        eight = sets[first : first + 8]
        lacking = [0] * (8 - len(eight))
        for both in zip(*eight, strict=True):
            out.extend([*(low for low, _ in both), *lacking, *(high for _, high in both), *lacking])
    return out


def _losses(cells: Sequence[int], ops: Ops) -> "array[int]":
    """What a piece in each slot changes in all lines of clear cells together (`twin.kernels.changes`)."""
    asked = []
    for op in range(ops.sections[t.H_LINES], ops.sections[t.H_TIES]):
        row, words = ops.ints[op], ops.words[op]
        if row[t.CODE] == Code.CLEAR and row[t.NOTE] == row[t.NOTE_END]:
            asked.append((row[t.POINTS], words[0] | words[1] << 64))
    return array("i", (-sum(points * (mask & one).bit_count() for points, mask in asked) for one in cells))
