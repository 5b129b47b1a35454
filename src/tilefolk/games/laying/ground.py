"""The ground a seat builds on: the episode's map with the seat's stickers, and tables made from both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Grid, Mask
from tilefolk.core.shapes import Fitted


@dataclass(frozen=True, slots=True)
class Spot:
    """What a letter of the map or a sticker puts on a cell. No terrain: the terrain below stays.

    A small square marks a cell for later stickers and is otherwise nothing.
    """

    terrain: str = ""
    symbol: str = ""
    count: int = 1
    wants: str = ""
    building: str = ""
    square: bool = False


class Laid(NamedTuple):
    """A building or tile on a board."""

    kind: str
    cells: Mask
    around: Mask
    shape: str
    orientation: int


class Piece(NamedTuple):
    """What a draw gives to lay: shape, kind, what its cells show, and the slots the map allows."""

    name: str
    kind: str
    mark: int | None
    marks: tuple[int, ...]
    shape: Fitted
    valid: Mask
    doubled: int | None = None


@dataclass(frozen=True, eq=False)
class Ground:
    """A seat's board before anything is laid. `layers`: a cell with two trees is in the first two "tree" masks."""

    grid: Grid
    legacy: Legacy
    kinds: tuple[str, ...]
    layers: Mapping[str, tuple[Mask, ...]]
    wants: Mapping[tuple[str, str], Mask]
    open: Mask
    banks: tuple[Mask, ...]
    rows: Mapping[int, Mask]
    printed: tuple[Laid, ...]
    pieces: Mapping[str, Piece]
    selected: dict[tuple[str, ...], Mask] = field(default_factory=dict)

    def layer(self, name: str) -> Mask:
        """All cells of a terrain, symbol or named set of cells."""
        masks = self.layers.get(name)
        return masks[0] if masks else 0

    def select(self, selectors: tuple[str, ...]) -> Mask:
        """The union of selectors: `beach`, `near:temple`, `row:7`, `a&b`."""
        if selectors not in self.selected:
            out = 0
            for selector in selectors:
                out |= self._selected(selector)
            self.selected[selectors] = out
        return self.selected[selectors]

    def kind(self, name: str) -> int:
        return self.kinds.index(name)

    def _selected(self, selector: str) -> Mask:
        out = self.grid.cells
        for part in selector.split("&"):
            head, _, tail = part.partition(":")
            if head == "near":
                cells = self.layer(tail)
                out &= self.beside(cells) & ~cells
            elif head == "row":
                out &= self.rows.get(int(tail), 0)
            else:
                out &= self.layer(part)
        return out

    def beside(self, mask: Mask) -> Mask:
        """Cells that share a side with the mask, tunnels apart."""
        out = 0
        for shift in self.grid.shifts:
            out |= mask << shift | mask >> shift
        return out & self.grid.cells
