"""Shapes: cells that are laid together, in every way they may be turned and mirrored."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.core.grid import Grid, Lattice, Mask, Matrix, Position, bits_of


class Turned(NamedTuple):
    """A shape in one orientation. Its first cell in reading order is (0, 0)."""

    orientation: int
    cells: tuple[Position, ...]


class Fitted(NamedTuple):
    """A turned shape on a grid: offsets are distances from its first cell in bits.

    `inside` are the cells on which its first cell may lie so that all of it is on the grid.
    """

    orientation: int
    offsets: tuple[int, ...]
    mask: Mask
    inside: Mask
    cells: tuple[Position, ...]


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


def fitted(turned: Turned, grid: Grid) -> Fitted:
    offsets = tuple(y * grid.width + x for y, x in turned.cells)
    inside = 0
    for first in bits_of(grid.cells):
        row, column = grid.position(first)
        if all(grid.has((row + y, column + x)) for y, x in turned.cells):
            inside |= 1 << first
    return Fitted(turned.orientation, offsets, sum(1 << offset for offset in offsets), inside, turned.cells)


def _mapped(matrix: Matrix, cells: Sequence[Position]) -> tuple[Position, ...]:
    (a, b), (c, d) = matrix
    return tuple((a * y + b * x, c * y + d * x) for y, x in cells)


def _from_first(cells: Sequence[Position]) -> tuple[Position, ...]:
    top, left = min(cells)
    return tuple((y - top, x - left) for y, x in cells)
