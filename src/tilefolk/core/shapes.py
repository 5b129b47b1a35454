"""Shapes: cells that are laid together, in every way they may be turned and mirrored."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tilefolk.core.grid import Grid, Lattice, Mask, Matrix, Position

MAX_FITTED = 1024  # shapes on grids that are remembered


class Turned(NamedTuple):
    """A shape in one orientation. Its first cell in reading order is (0, 0)."""

    orientation: int
    cells: tuple[Position, ...]


class Fitted(NamedTuple):
    """A shape on a grid, all orientations side by side in one int of slots.

    The slot of an orientation and a first cell is one bit; every orientation has a lane of its own. `copies`
    has one factor per cell of the shape: a region times that factor puts into each lane the first cells from
    which that cell lies in the region. So one multiplication does the shifts of all orientations at once.
    """

    turned: tuple[Turned, ...]
    offsets: tuple[tuple[int, ...], ...]
    masks: tuple[Mask, ...]
    copies: tuple[int, ...]
    inside: Mask
    base: int
    lane: int
    numbers: dict[object, int]

    def place(self, slot: int) -> tuple[int, int]:
        """The index of the orientation and the bit of the first cell of a slot."""
        return divmod(slot - self.base, self.lane)

    def slot(self, index: int, bit: int) -> int:
        return self.base + index * self.lane + bit

    def firsts(self, slots: Mask, index: int) -> Mask:
        """The first cells that a mask of slots has for one orientation."""
        return slots >> self.base + index * self.lane & (1 << self.lane - self.base) - 1

    def lane_of(self, orientation: object) -> int:
        """Where an orientation stands among the different ones, -1 when the shape has no such."""
        return self.numbers.get(orientation, -1)


def covers(region: Mask, shape: Fitted) -> Mask:
    """The slots from which the whole shape lies in the region; only those inside the grid mean anything."""
    out = -1
    for copy in shape.copies:
        out &= region * copy
    return out


def touches(region: Mask, shape: Fitted) -> Mask:
    """The slots from which at least one cell of the shape lies in the region."""
    out = 0
    for copy in shape.copies:
        out |= region * copy
    return out


def turnings(
    lattice: Lattice, cells: Sequence[Position], marks: Sequence[str] = (), mirrored: bool = False
) -> tuple[Turned, ...]:
    """All different orientations: clockwise turns 0, 1, ...; mirror images after them.

    `marks` are what the cells show. Orientations that look the same are kept once, under the lowest number.
    """
    found: dict[frozenset[tuple[Position, str]], Turned] = {}
    shown = tuple(marks) or ("",) * len(cells)
    images = [tuple(cells)] + ([_mapped(lattice.mirror, cells)] if mirrored else [])
    for side, image in enumerate(images):
        for turn in range(lattice.turns):
            orientation = side * lattice.turns + turn
            moved = _from_first(image)
            key = frozenset(zip(moved, shown, strict=True))
            found.setdefault(key, Turned(orientation, moved))
            image = _mapped(lattice.turn, image)
    return tuple(found.values())


def fitted(turned: Sequence[Turned], grid: Grid) -> Fitted:
    """A shape in these orientations on a grid; one for all episodes on the same cells."""
    return _fitted(tuple(turned), grid.width, grid.cells)


@lru_cache(MAX_FITTED)
def _fitted(turned: tuple[Turned, ...], width: int, cells: Mask) -> Fitted:
    offsets = tuple(tuple(y * width + x for y, x in turn.cells) for turn in turned)
    base = max(map(max, offsets))
    lane = cells.bit_length() + base
    lanes = [base + index * lane for index in range(len(offsets))]
    copies = tuple(
        sum(1 << low - cell for low, cell in zip(lanes, column, strict=True))
        for column in zip(*offsets, strict=True)
    )
    masks = tuple(sum(1 << offset for offset in row) for row in offsets)
    inside = sum(_inside(turn, width, cells) << low for turn, low in zip(turned, lanes, strict=True))
    numbers: dict[object, int] = {turn.orientation: index for index, turn in enumerate(turned)}
    return Fitted(turned, offsets, masks, copies, inside, base, lane, numbers)


def _inside(turned: Turned, width: int, cells: Mask) -> Mask:
    """The first cells from which the whole shape is on the grid."""
    out = cells
    rows = sum(1 << row * width for row in range(cells.bit_length() // width + 1))
    for y, x in turned.cells:
        stays = range(max(0, -x), min(width, width - x))  # columns from which it does not leave its row
        out &= cells >> y * width + x & rows * sum(1 << column for column in stays)
    return out


def _mapped(matrix: Matrix, cells: Sequence[Position]) -> tuple[Position, ...]:
    (a, b), (c, d) = matrix
    return tuple((a * y + b * x, c * y + d * x) for y, x in cells)


def _from_first(cells: Sequence[Position]) -> tuple[Position, ...]:
    top, left = min(cells)
    return tuple((y - top, x - left) for y, x in cells)
