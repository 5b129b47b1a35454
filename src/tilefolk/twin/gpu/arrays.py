"""The tables of a ground as arrays of numpy's."""

from typing import Any, NamedTuple

import numpy as np

from tilefolk.twin.ground import tables as t

Ints = np.ndarray[Any, Any]  # of int32
Words = np.ndarray[Any, Any]  # of uint64


class GroundArrays(NamedTuple):
    """Rows of slots, of pieces, of cells and of op-codes; `more`: around, marks per kind, beside per kind."""

    pieces: Ints
    slot_ints: Ints
    cells: Words
    more: Words
    near: Words
    op_ints: Ints
    op_words: Words
    op_notes: Ints
    things: Words
    numbers: Ints
    open: Words
    stirring: Words
    fresh: Words


def arrays_of(tables: t.Tables) -> GroundArrays:
    return GroundArrays(
        _ints(tables, t.H_PIECES, t.PIECE_INTS),
        _ints(tables, t.H_SLOT_INTS, 4),
        _words(tables, t.W_CELLS, 2),
        _words(tables, t.W_SLOTS, 2 + 4 * tables.sizes[t.H_KINDS]),
        _words(tables, t.W_NEAR, 2),
        _ints(tables, t.H_OPS, t.OP_INTS),
        _words(tables, t.W_OPS, t.OP_WORDS),
        _ints(tables, t.H_OP_NOTES, 1).ravel(),
        _words(tables, t.W_THINGS, t.THING_WORDS),
        _ints(tables, t.H_NUMBERS, 1).ravel(),
        _words(tables, t.W_OPEN, 2),
        _words(tables, t.W_STIRRING, 2),
        np.array(tables.fresh_words.numbers),
    )


def _ints(tables: t.Tables, key: int, width: int) -> Ints:
    return np.array(tables.table(key, width), np.int32).reshape(-1, width)


def _words(tables: t.Tables, key: int, width: int) -> Words:
    return np.array(tables.table_of_words(key, width), np.uint64).reshape(-1, width)
