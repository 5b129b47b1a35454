"""Where each cell stands in characters: squares in columns, hex rows half a cell further right each."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from tilefolk.core.grid import SQUARE, Grid, Position, bits_of

MARGIN = 4  # room for the number of the row and the edge before the first cell


class CellLayout(NamedTuple):
    """A cell takes two characters; `pitch` is the step to the next cell, `slant` the indent per row."""

    lines: dict[int, int]
    roomy: bool
    pitch: int
    slant: int
    origin: int
    width: int
    columns: range

    @property
    def height(self) -> int:
        return max(self.lines.values()) + 1 + (self.roomy and not self.slant)

    def at(self, position: Position) -> tuple[int, int]:
        """The line and column of a cell's first character."""
        return self.lines[position[0]], self.column(position)

    def column(self, position: Position) -> int:
        return self.origin + self.pitch * position[1] + self.slant * position[0]

    def edge(self, row: int) -> int | None:
        """The line between a row and the row above, if there is one."""
        below, above = self.lines.get(row), self.lines.get(row - 1)
        if below is None:
            return None if above is None or not self.roomy else above + 1
        if above is None:
            return below - 1 if self.roomy else None
        return below - 1 if below - above > 1 else None


def cell_layout(grid: Grid, river: Iterable[Position], roomy: bool) -> CellLayout:
    """Lay out a grid. Rows stand apart if it is roomy; otherwise only where the river runs between them."""
    positions = [grid.position(bit) for bit in bits_of(grid.cells)]
    square = grid.lattice is SQUARE
    parted = _parted_rows(list(river))
    lines, line = {}, 1 if square else 0
    top = min(row for row, _ in positions)
    here = {row for row, _ in positions}
    for row in range(top, max(here) + 1):
        broken = row > top and row - 1 not in here
        line += broken or row in parted or (roomy and (square or row > top))
        if row in here:
            lines[row] = line
            line += 1
    pitch, slant = (3, 0) if square else (4, 2)
    starts = [pitch * column + slant * row for row, column in positions]
    columns = range(min(column for _, column in positions), max(column for _, column in positions) + 2)
    width = MARGIN + max(starts) - min(starts) + 3
    return CellLayout(lines, roomy, pitch, slant, MARGIN - min(starts), width, columns)


def _parted_rows(river: list[Position]) -> set[int]:
    """The rows with a horizontal stretch of river above them."""
    return {y for (y, x), (v, u) in pairwise(river) if y == v and x != u}
