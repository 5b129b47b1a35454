"""What a learned value looks at: every pair of neighbouring land cells with the cells around it.

For each pair there is a pattern (which of the pair and its neighbours are free, a bit each) and a sight (what
the two cells show, 0 while free). A stage of the match has weights of its own for each of both, and for the
states that groups are in (`twin.value.groups`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tilefolk.twin import core
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.value.head import BITS, F_GROUPS, F_PAIRS, F_PATTERNS, F_SIGHTS

ROUNDS_UNKNOWN = 60  # of a match whose end nobody knows, to tell its stages


@dataclass(frozen=True, eq=False)
class Features:
    """The pairs of a ground. `pairs`: their cells, the two first, -1 where there are fewer. `touched`: for
    each slot (from `begins`) the pairs it changes, a number each: pair, bits that are free no more, what the
    sight gains.
    `weights`: of patterns (stage x pair x pattern), then of sights (stage x pair x sight), then of groups
    (stage x state)."""

    head: Array
    pairs: Array
    begins: Array
    touched: Array
    weights: Array

    @property
    def all(self) -> tuple[Array, Array, Array, Array, Array]:
        """As kernels take them."""
        return self.head, self.pairs, self.begins, self.touched, self.weights


class Learned(NamedTuple):
    """What was learned beside the room: the head of its features, and weights in units."""

    head: list[int]
    units: Sequence[int]
    unit: float


class OtherGround(ValueError):
    """What was learned is for another ground."""


def features_of(tables: t.Tables, stages: int, learned: Learned | None = None) -> Features:
    """The features of a ground; before anything is learned a board is worth its room. Raises OtherGround.

    There are no pairs when there are no stages.
    """
    listed = _pairs(tables) if stages else []
    pairs = core.rows("i4", listed) if listed else core.empty("i4", 0, BITS)
    bits = max((sum(cell >= 0 for cell in row) for row in listed), default=0)
    kinds, rounds = tables.sizes[t.H_KINDS], tables.sizes[t.H_ROUNDS]
    groups = laying.group_states(tables.ints) if stages else 0
    length = rounds if rounds > 0 else ROUNDS_UNKNOWN
    head = core.array("i4", [len(listed), 1 << bits, (kinds + 1) ** 2, stages, length, groups])
    begins, touched = core.empty("i4", tables.count_slots + 1), core.empty("i4", 0)
    if listed:
        count = laying.touch(tables.ints, tables.words, pairs, begins, touched, True)
        touched = core.empty("i4", count)
        laying.touch(tables.ints, tables.words, pairs, begins, touched, False)
    weights = core.empty("f4", stages * _size(head))
    if learned and (learned.head != head.tolist() or len(learned.units) != len(weights)):
        raise OtherGround
    units = core.array("i2", learned.units if learned else ())
    unit = learned.unit if learned else 1.0
    laying.fill_weights(tables.ints, tables.words, head, pairs, units, unit, weights)
    return Features(head, pairs, begins, touched, weights)


def _size(head: Array) -> int:
    """How many weights a stage has."""
    size: int = head[F_PAIRS] * (head[F_PATTERNS] + head[F_SIGHTS]) + head[F_GROUPS]
    return size


def has_weights(features: Features) -> bool:
    return bool(features.head[F_PAIRS])


def _pairs(tables: t.Tables) -> list[list[int]]:
    """Every two open cells side by side, then the open cells around them."""
    open_cells, near = tables.open, tables.near
    rows = []
    for a, around in enumerate(near):
        for b in range(a + 1, len(near)):
            if open_cells >> a & open_cells >> b & around >> b & 1:
                more = (around | near[b]) & open_cells & ~(1 << a | 1 << b)
                cells = [a, b, *(cell for cell in range(len(near)) if more >> cell & 1)][:BITS]
                rows.append(cells + [-1] * (BITS - len(cells)))
    return rows
