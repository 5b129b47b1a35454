"""The pieces a seat may lay, read from its view: their shapes, and where each may lie."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tilefolk.core.game import Json
from tilefolk.core.grid import LATTICES, Grid, Mask, Position, bits_of
from tilefolk.core.notation import Action

PLACE, STICK = "place", "stick"
LAYING = (PLACE, STICK)  # the actions that put something on a cell


class Shape(NamedTuple):
    """A piece in one orientation. Masks are sets of first cells; `lacks` has the cells each rule forbids."""

    orientation: int
    cells: tuple[Position, ...]
    inside: Mask
    legal: Mask
    lacks: Mapping[str, Mask]


class Piece(NamedTuple):
    """A piece; `marks` is what each of its cells shows."""

    name: str
    kind: str
    marks: tuple[str, ...]
    shapes: tuple[Shape, ...]
    verb: str = PLACE

    def action(self, orientation: int, cell: str) -> Action:
        """The action that lays it with its first cell there; a sticker has no turns."""
        return (PLACE, self.name, orientation, cell) if self.verb == PLACE else (self.verb, self.name, cell)


class Hand(NamedTuple):
    """The pieces of a seat and the grid they go on."""

    grid: Grid
    pieces: tuple[Piece, ...]

    def placements(self) -> list[Action]:
        """Every legal placement, in the order of pieces, turns and cells."""
        return [
            piece.action(shape.orientation, self.grid.names[bit])
            for piece in self.pieces
            for shape in piece.shapes
            for bit in bits_of(shape.legal)
        ]


def read_hand(view: Json) -> Hand | None:
    """The hand of a view; None if nothing can be laid."""
    grid = grid_of(view)
    pieces = tuple(filter(None, map(_piece, view.get("pieces", ()))))
    return Hand(grid, pieces) if grid and pieces else None


def grid_of(view: Json) -> Grid | None:
    """The grid of a view, if the game has one."""
    sent = view.get("grid")
    if not sent:
        return None
    joins = tuple((cells(a), cells(b)) for a, b in sent["joins"])
    return _grid(sent["lattice"], (sent["top"], sent["left"], sent["width"]), cells(sent["cells"]), joins)


def cells(text: str) -> Mask:
    """The mask that a hex string spells."""
    return int(text, 16)


@lru_cache(maxsize=16)
def _grid(
    lattice: str, frame: tuple[int, int, int], mask: Mask, joins: tuple[tuple[Mask, Mask], ...]
) -> Grid:
    return Grid(LATTICES[lattice], *frame, mask, joins)


def _piece(sent: Mapping[str, Any]) -> Piece | None:
    shapes = tuple(shape for shape in map(_shape, sent["shapes"]) if shape.inside)
    return (
        Piece(sent["name"], sent["kind"], tuple(sent["marks"]), shapes, sent.get("verb", PLACE))
        if shapes
        else None
    )


def _shape(sent: Mapping[str, Any]) -> Shape:
    return Shape(
        sent["orientation"],
        _positions(sent["cells"]),
        cells(sent["inside"]),
        cells(sent["legal"]),
        {rule: cells(mask) for rule, mask in sent["lacks"].items()},
    )


def _positions(pairs: Sequence[Sequence[int]]) -> tuple[Position, ...]:
    return tuple((row, column) for row, column in pairs)
