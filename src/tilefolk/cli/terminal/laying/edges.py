"""Lines between cells: outlines of buildings, the river, and links between the hexes of a tile."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from tilefolk.cli.terminal.laying.cell_layout import CellLayout
from tilefolk.cli.terminal.text.canvas import Canvas
from tilefolk.cli.terminal.text.styles import BOX, LINE_STYLE
from tilefolk.core.grid import Position

BANK, WATER = "║", "~"
RIVER_STYLE = "bold #79b3c6"

Owners = Mapping[Position, int]


class River(NamedTuple):
    """The cells with river at their left edge, and those with river at their upper edge."""

    left: frozenset[Position]
    above: frozenset[Position]


class Edges(NamedTuple):
    """The edges of a square board. A corner has the name of the cell to its lower right."""

    canvas: Canvas
    layout: CellLayout
    owners: Owners
    styles: Sequence[str]
    river: River

    def draw(self) -> None:
        """Draw outlines where there is room, and the river over them."""
        rows = range(min(self.layout.lines), max(self.layout.lines) + 2)
        for corner in product(rows, self.layout.columns):
            if corner[0] in self.layout.lines:
                self._left(corner)
            if (line := self.layout.edge(corner[0])) is not None:
                self._above(line, corner)
                self._corner(line, corner)

    def _left(self, corner: Position) -> None:
        """Draw the left edge of a cell."""
        line, column = self.layout.at(corner)
        if corner in self.river.left:
            self.canvas.put(line, column - 1, BANK, RIVER_STYLE)
        else:
            self._line(line, column - 1, "│", (corner, (corner[0], corner[1] - 1)))

    def _above(self, line: int, corner: Position) -> None:
        """Draw the upper edge of a cell."""
        column = self.layout.column(corner)
        if corner in self.river.above:
            self.canvas.put(line, column, WATER * 2, RIVER_STYLE)
        else:
            self._line(line, column, "──", (corner, (corner[0] - 1, corner[1])))

    def _line(self, line: int, column: int, sign: str, sides: tuple[Position, Position]) -> None:
        """Draw the edge between two cells: inside a building its colour, between buildings a line."""
        one, other = self.owners.get(sides[0]), self.owners.get(sides[1])
        if one is not None and one == other:
            self.canvas.put(line, column, " " * len(sign), self.styles[one])
        elif one != other and self.layout.roomy:
            self.canvas.put(line, column, sign, LINE_STYLE)

    def _corner(self, line: int, corner: Position) -> None:
        """Draw the point where four edges meet."""
        row, column = corner
        if corner in self.river.above or (row, column - 1) in self.river.above:
            sign, style = WATER, RIVER_STYLE
        elif corner in self.river.left or (row - 1, column) in self.river.left:
            sign, style = BANK, RIVER_STYLE
        elif self.layout.roomy:
            meeting, owner = self._meeting(row, column), self.owners.get(corner)
            sign, style = BOX[meeting], LINE_STYLE if meeting or owner is None else self.styles[owner]
        else:
            return
        self.canvas.put(line, self.layout.column(corner) - 1, sign, style)

    def _meeting(self, row: int, column: int) -> int:
        """The edges at a corner that separate two owners, as bits."""
        around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        first, second, third, fourth = (self.owners.get(position) for position in around)
        parted = (first != second, second != third, third != fourth, fourth != first)
        return sum(1 << place for place, apart in enumerate(parted) if apart)


def draw_joins(canvas: Canvas, layout: CellLayout, owners: Owners) -> None:
    """Draw links between the hexes of one tile."""
    for (row, column), owner in owners.items():
        line, start = layout.at((row, column))
        if owners.get((row, column + 1)) == owner:
            canvas.put(line, start + 2, "──", LINE_STYLE)
        for step, place, sign in ((-1, -1, "/"), (0, 2, "\\")):
            if layout.roomy and owners.get((row + 1, column + step)) == owner:
                canvas.put(line + 1, start + place, sign, LINE_STYLE)


def river_edges(corners: Sequence[Position]) -> River:
    """The cell edges along a chain of corner points."""
    left: set[Position] = set()
    above: set[Position] = set()
    for (y, x), (v, u) in pairwise(corners):
        left |= {(row, x) for row in range(min(y, v), max(y, v)) if x == u}
        above |= {(y, column) for column in range(min(x, u), max(x, u)) if y == v}
    return River(frozenset(left), frozenset(above))
