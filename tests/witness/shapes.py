"""Pieces from their drawings, in all orientations that look different."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.witness.lattice import TURNS, Place, mirrored, shifted, turned


@dataclass(frozen=True)
class Turned:
    """One orientation; cells in the order of the drawing, counted from the first cell in reading order."""

    orientation: int
    cells: tuple[Place, ...]


@dataclass(frozen=True)
class Piece:
    kind: str
    name: str
    marks: tuple[str, ...]
    turned: tuple[Turned, ...]

    def cells_at(self, orientation: int, first: Place) -> tuple[Place, ...]:
        cells = next(turned.cells for turned in self.turned if turned.orientation == orientation)
        return shifted(cells, first)


def drawn(lattice: str, drawing: Sequence[Any]) -> list[Place]:
    """The cells of a drawing: rows of `#` on squares, pairs [q, r] on hexes."""
    if lattice == "hex":
        return [(r, q) for q, r in drawing]
    return [(row, column) for row, line in enumerate(drawing) for column, c in enumerate(line) if c == "#"]


def orientations(
    lattice: str, cells: Sequence[Place], marks: Sequence[str], mirror: bool
) -> tuple[Turned, ...]:
    """All turns, then all turns of the mirror image; what looks like an earlier one is left out."""
    sides = [list(cells), *([mirrored(lattice, cells)] if mirror else [])]
    seen: set[frozenset[tuple[Place, str]]] = set()
    result = []
    variants = [turned(lattice, side, times) for side in sides for times in range(TURNS[lattice])]
    for number, variant in enumerate(variants):
        settled = from_first(variant)
        look = frozenset(zip(settled, marks, strict=True))
        if look not in seen:
            seen.add(look)
            result.append(Turned(number, settled))
    return tuple(result)


def from_first(cells: Iterable[Place]) -> tuple[Place, ...]:
    listed = list(cells)
    row, column = min(listed)
    return shifted(listed, (-row, -column))
