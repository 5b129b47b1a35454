"""A river on cell edges: a chain of corner points that parts a square grid into banks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilefolk.core.grid import Grid, Mask, Position, bits_of


class River(NamedTuple):
    """For each of the steps right and down: the cells that have the river on that side."""

    right: Mask
    down: Mask


def trace(grid: Grid, corners: Sequence[Position]) -> River:
    """The river along corner points (row, column of the upper left corner of that cell)."""
    right = down = 0
    for (y, x), (v, u) in pairwise(corners):
        if x == u:
            for row in range(min(y, v), max(y, v)):
                right |= 1 << grid.bit((row, x - 1))
        elif y == v:
            for column in range(min(x, u), max(x, u)):
                down |= 1 << grid.bit((y - 1, column))
        else:
            raise ValueError(f"the points {(y, x)} and {(v, u)} lie on no common line")
    return River(right & grid.cells, down & grid.cells)


def beside(grid: Grid, river: River) -> Mask:
    """All cells with the river on at least one side."""
    return (river.right | river.right << 1 | river.down | river.down << grid.width) & grid.cells


def banks(grid: Grid, river: River) -> tuple[Mask, ...]:
    """The parts of the grid between which nobody steps without crossing the river; left-most first."""
    parts = []
    rest = grid.cells
    while rest:
        bank = _dry(grid, river, rest & -rest)
        parts.append(bank)
        rest &= ~bank
    return tuple(sorted(parts, key=lambda bank: min(bit % grid.width for bit in bits_of(bank))))


def _dry(grid: Grid, river: River, seed: Mask) -> Mask:
    grown = 0
    while grown != seed:
        grown = seed
        seed |= (seed & ~river.right) << 1 | seed >> 1 & ~river.right
        seed |= (seed & ~river.down) << grid.width | seed >> grid.width & ~river.down
        seed &= grid.cells
    return seed
