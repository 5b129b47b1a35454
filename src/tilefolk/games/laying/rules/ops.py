"""Op-codes: what a rule means as masks and sums, for engines that compile rules instead of calling them.

A rule says it by its method `ops`, beside the method that plays. `tilefolk.twin` runs them; a rule that has
no such method keeps its episode in Python.
"""

from enum import IntEnum, auto
from typing import NamedTuple, Protocol, runtime_checkable

from tilefolk.core.grid import Mask
from tilefolk.games.laying.ground import Ground


class Code(IntEnum):
    """What an operation does. Counts come first: races and lines take any of them."""

    CLEAR = auto()  # cells of the mask under nothing
    NOTED = auto()  # cells of the note and of the mask
    COVERED = auto()  # cells of the mask that show one of the kinds
    LARGEST = auto()  # cells of the largest group of the kinds, doubled ones twice
    NOTES = auto()  # how many of the notes have a cell
    DONE = auto()  # things of which a note has a cell
    RAYS = auto()  # cells that show one of the kinds, along rays, up to the first that does not
    CONSTANT = auto()  # the number itself

    WHOLE = auto()  # `number` when the mask is all clear, else points for each clear cell, of things too
    NONE_CLEAR = auto()  # points when no cell of the mask is clear
    UNPASSED = auto()  # points when nothing was passed
    CIRCLES = auto()  # the number of the last circle that passes have filled
    CHURCH = auto()  # points for each building of the kind that borders all kinds of `number`, a set
    WELL = auto()  # points for each clear cell of the mask with so many different buildings around
    AT_LARGE = auto()  # points for each cell of the mask beside one that can be built on
    GROUP = auto()  # points for each building of the largest group of the kind
    FULL_GROUP = auto()  # points when all buildings of the kind, one at least, hang together
    CHAIN = auto()  # points for each laid building of the kind that hangs together with the mask
    FACTORY = auto()  # each named building: points for neighbours of the kind, up to `number`
    MISSED = auto()  # points for each thing of which the note has no cell

    RAIL = auto()  # points when the piece covers a cell of the mask
    INVESTOR = auto()  # points when the piece borders the last one, kinds apart
    PARK = auto()  # clear single cells of the mask beside `number` buildings of the kind are noted and closed
    COVER = auto()  # points for each cell of the piece that shows its thing's kind in its thing's cells
    FIND = auto()  # each thing on which the piece shows the kind: its number of `numbers`; it is noted
    NEW_GROUP = auto()  # points for a group of the kind of `number` cells that is not noted yet
    ROAD = auto()  # points for each thing to which the kind leads from the mask
    SPOT_COVERED = auto()  # points for each thing with `number` cells under anything around it
    SPOT_SYMBOL = auto()  # the same, of cells with one of the thing's kinds, doubled ones once
    SPOT_DISTINCT = auto()  # the same, of different kinds
    SPOT_OWN = auto()  # the same, of cells with one of the thing's kinds, doubled ones twice
    HAZARD = auto()  # after round `number`: open clear cells of the mask are noted, with points

    REACH_COVERED = auto()  # a race: no cell of the mask is clear
    REACH_LINK = auto()  # a race: cells of the kinds lead from the mask to the thing

    FREE = auto()  # a fit: all cells clear
    TOUCH = auto()  # a fit: one cell in the mask, kinds of pieces apart
    BESIDE = auto()  # a fit: one cell beside a building, kinds of pieces apart
    MATCH = auto()  # a fit: one cell beside a cell of its own kind
    PASS = auto()  # a pass that costs points; `number`: whether a provision pays it
    PASS_ROW = auto()  # a pass that fills circles, two for the kinds
    INSTEAD = auto()  # up to `number` pieces of one card in place of others, kinds apart


class Thing(NamedTuple):
    """A thing on the map, the cells that count for it, the kinds it asks for (a set of kinds as bits)."""

    thing: Mask
    cells: Mask = 0
    kinds: int = 0


class Op(NamedTuple):
    """One operation. `kinds` is a set of kinds of cells as bits, `names` are kinds of pieces, or cards.

    `notes` are names under which boards note cells, `*` at the end stands for any ending. A race is reached
    when a count comes to the one of `numbers`, at least or `at_most`.
    """

    code: Code
    points: int = 0
    mask: Mask = 0
    kinds: int = 0
    number: int = 0
    notes: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    at_most: bool = False


Ops = tuple[Op, ...]


@runtime_checkable
class HasOps(Protocol):
    """A rule that can say what it means as operations."""

    def ops(self, ground: Ground) -> Ops: ...


def bits(ground: Ground, *kinds: str) -> int:
    """A set of kinds as bits."""
    return sum(1 << ground.kind(kind) for kind in dict.fromkeys(kinds))
