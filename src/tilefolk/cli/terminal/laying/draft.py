"""A piece before it is confirmed: where it lies, how it moves and turns, and which rules forbid it there."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tilefolk.cli.terminal.laying.hand import Hand, Piece, Shape
from tilefolk.core.first import first_of
from tilefolk.core.grid import SQUARE, Grid, Mask, Position, bits_of
from tilefolk.core.notation import Action

Point = tuple[float, float]


class Placement(NamedTuple):
    """A piece, its shape and its first cell; `focus` is where the person wants the middle of the piece."""

    piece: int
    shape: int
    first: Position
    focus: Point


class Draft(NamedTuple):
    """A placement with the hand it comes from."""

    hand: Hand
    placement: Placement

    @property
    def piece(self) -> Piece:
        return self.hand.pieces[self.placement.piece]

    @property
    def shape(self) -> Shape:
        return self.piece.shapes[self.placement.shape]

    @property
    def positions(self) -> tuple[Position, ...]:
        return tuple(_covered(self.shape, self.placement.first))

    @property
    def cell(self) -> str:
        return self.hand.grid.names[self._bit]

    @property
    def legal(self) -> bool:
        return bool(self.shape.legal >> self._bit & 1)

    @property
    def reasons(self) -> list[str]:
        """The rules that forbid this place."""
        return [rule for rule, lacking in self.shape.lacks.items() if lacking >> self._bit & 1]

    @property
    def action(self) -> Action:
        return self.piece.action(self.shape.orientation, self.cell)

    @property
    def _bit(self) -> int:
        return self.hand.grid.bit(self.placement.first)

    def moved(self, down: int, right: int) -> "Draft":
        """The draft one step further; across gaps it jumps to the next place in that direction."""
        row, column = self.placement.first
        places = _places(self.hand.grid, self.shape.inside)
        if right:
            further = [place for place in places if place[0] == row and (place[1] - column) * right > 0]
            return self.at(
                min(further, key=lambda place: abs(place[1] - column), default=self.placement.first)
            )
        further = [place for place in places if (place[0] - row) * down > 0]
        nearest = min(further, key=self._straight, default=self.placement.first)
        return self.at(nearest)

    def turned(self, by: int) -> "Draft":
        shape = (self.placement.shape + by) % len(self.piece.shapes)
        return _laid(
            self.hand, self.placement.piece, shape, self.placement.focus, lambda turned: turned.inside
        )

    @property
    def other_side(self) -> list[int]:
        """The shapes of the other side, those with the same turn first."""
        turns, shapes = self.hand.grid.lattice.turns, self.piece.shapes
        side, turn = divmod(self.shape.orientation, turns)
        other = [i for i, shape in enumerate(shapes) if shape.orientation // turns != side]
        return sorted(other, key=lambda i: shapes[i].orientation % turns != turn)

    def flipped(self) -> "Draft":
        """The draft with its other side up, if the piece has one that looks different."""
        return self.turned(self.other_side[0] - self.placement.shape) if self.other_side else self

    def other(self) -> "Draft":
        """The draft of the next piece that may be laid instead."""
        return _begun(self.hand, (self.placement.piece + 1) % len(self.hand.pieces), self.placement.focus)

    def at(self, first: Position) -> "Draft":
        """The same piece with its first cell at this position."""
        focus = _middle(self.hand.grid, _covered(self.shape, first))
        return Draft(self.hand, self.placement._replace(first=first, focus=focus))

    def _straight(self, place: Position) -> tuple[int, float, float]:
        """Sort key: nearest row, then straightest way; between two hexes the side alternates by row."""
        row = self.placement.first[0]
        aside = _seen_at(self.hand.grid, place)[1] - _seen_at(self.hand.grid, self.placement.first)[1]
        return abs(place[0] - row), abs(aside), aside if row % 2 else -aside


def begin(hand: Hand, focus: Point | None) -> Draft:
    """A new draft: the first piece on a legal place near the focus, or on any place near it."""
    wanted = _middle(hand.grid, _places(hand.grid, hand.grid.cells)) if focus is None else focus
    return _begun(hand, 0, wanted)


def draft_of(hand: Hand, action: Action) -> Draft:
    """The draft that a `place` or `stick` action describes."""
    _, name, *turned, cell = action
    orientation = turned[0] if turned else 0
    piece = first_of(i for i, piece in enumerate(hand.pieces) if piece.name == name)
    shapes = hand.pieces[piece].shapes
    shape = first_of(i for i, shape in enumerate(shapes) if shape.orientation == orientation)
    first = hand.grid.position(hand.grid.bits[str(cell)])
    return Draft(hand, Placement(piece, shape, first, _middle(hand.grid, _covered(shapes[shape], first))))


def _begun(hand: Hand, piece: int, focus: Point) -> Draft:
    shapes = hand.pieces[piece].shapes
    shape = next((i for i, shape in enumerate(shapes) if shape.legal), 0)
    laid = _laid(hand, piece, shape, focus, lambda begun: begun.legal or begun.inside)
    return laid.at(laid.placement.first)


def _laid(hand: Hand, piece: int, shape: int, focus: Point, allowed: Callable[[Shape], Mask]) -> Draft:
    """The piece as near to the focus as possible. The focus stays, so that turning back leads back."""
    draft = hand.pieces[piece].shapes[shape]

    def distance(first: Position) -> float:
        y, x = _middle(hand.grid, _covered(draft, first))
        return (y - focus[0]) ** 2 + (x - focus[1]) ** 2

    first = min(_places(hand.grid, allowed(draft)), key=distance)
    return Draft(hand, Placement(piece, shape, first, focus))


def _covered(shape: Shape, first: Position) -> list[Position]:
    return [(first[0] + row, first[1] + column) for row, column in shape.cells]


def _places(grid: Grid, mask: Mask) -> list[Position]:
    return [grid.position(bit) for bit in bits_of(mask)]


def _middle(grid: Grid, positions: Iterable[Position]) -> Point:
    points = [_seen_at(grid, position) for position in positions]
    return sum(y for y, _ in points) / len(points), sum(x for _, x in points) / len(points)


def _seen_at(grid: Grid, position: Position) -> Point:
    """The position of a cell on the screen: each row of hexes starts half a cell further right."""
    row, column = position
    return row, column + (0 if grid.lattice is SQUARE else row / 2)
