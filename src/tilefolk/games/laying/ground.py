"""The ground a seat builds on: the episode's map with the seat's stickers, and tables made from both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar, cast

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Grid, Mask
from tilefolk.core.notation import Action
from tilefolk.core.shapes import Fitted
from tilefolk.core.value import Remembers

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spot:
    """What a letter of the map or a sticker puts on a cell. No terrain: the terrain below stays.

    A small square marks a cell for later stickers and is otherwise nothing. A stone is never built on.
    """

    terrain: str = ""
    symbol: str = ""
    count: int = 1
    wants: str = ""
    building: str = ""
    square: bool = False
    stone: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A building or tile on a board. `marks`: its cells, in one lane per kind like the marks of a board."""

    kind: str
    cells: Mask
    around: Mask
    shape: str
    orientation: int
    marks: int
    doubled: Mask = 0


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """What a draw gives to lay: shape, kind, what its cells show, the slots the map allows.

    `must` is the rule that forbids passing it. What the piece is in a slot, and how laying it there is
    spelled, is worked out when first asked for and kept: `lying`, `spelled` and `meant`.
    """

    name: str
    kind: str
    marks: tuple[int, ...]
    marked: bool
    shape: Fitted
    copies: tuple[int, ...]
    valid: Mask
    must: str = ""
    doubled: int | None = None
    lying: dict[int, Laid] = field(default_factory=dict)
    spelled: dict[int, Action] = field(default_factory=dict)
    meant: dict[Action, int] = field(default_factory=dict)

    def laid(self, grid: Grid, slot: int) -> Laid:
        """The piece as it lies in a slot."""
        index, bit = self.shape.place(slot)
        cells = self.shape.masks[index] << bit
        each = [1 << offset + bit for offset in self.shape.offsets[index]]
        lane = grid.lane
        marks = sum(cell << mark * lane for mark, cell in zip(self.marks, each, strict=True))
        doubled = 0 if self.doubled is None else each[self.doubled]
        orientation = self.shape.turned[index].orientation
        laid = Laid(self.kind, cells, grid.around(cells), self.name, orientation, marks, doubled)
        self.lying[slot] = laid
        return laid

    def spell(self, grid: Grid, slot: int) -> Action:
        """The one action that lays the piece in a slot."""
        index, bit = self.shape.place(slot)
        action = ("place", self.name, self.shape.turned[index].orientation, grid.names[bit])
        self.spelled[slot] = action
        self.meant[action] = slot
        return action

    def slot(self, grid: Grid, action: Action) -> int | None:
        """The slot behind a place action; None when it names no orientation or no cell from which it fits."""
        index, bit = self.shape.lane_of(action[2]), grid.bits.get(str(action[3]))
        if index < 0 or bit is None:
            return None
        slot = self.shape.slot(index, bit)
        return slot if self.shape.inside >> slot & 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Ground(Remembers):
    """A seat's board before anything is laid. `layers`: a cell with two trees is in two "tree" masks.

    Only a piece on a cell of `stirring` can bring anything at once or reach a goal. `stones`: the cells that
    nobody ever builds on. `shafts`: how many boxes each shaft has that is open. `rays`: of a thing, the cells
    before each, one after the other. `found`: results of functions with `cached_on_ground`.
    """

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
    stirring: Mask = 0
    stones: Mask = 0
    selected: dict[tuple[str, ...], Mask] = field(default_factory=dict)
    things: dict[str, tuple[Mask, ...]] = field(default_factory=dict)
    bearers: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    shafts: Mapping[str, int] = field(default_factory=dict)
    rays: Mapping[str, tuple[tuple[Mask, ...], ...]] = field(default_factory=dict)
    found: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def plots(self) -> Mask:
        """The cells of what is built before the first draw."""
        return sum(laid.cells for laid in self.printed)

    def layer(self, name: str) -> Mask:
        """All cells of a terrain, symbol or named set of cells."""
        masks = self.layers.get(name)
        return masks[0] if masks else 0

    def each(self, name: str) -> tuple[Mask, ...]:
        """The things of a layer one by one; cells that hang together are one thing."""
        if name not in self.things:
            self.things[name] = tuple(self.grid.groups(self.layer(name)))
        return self.things[name]

    def marked(self, mark: str) -> frozenset[tuple[str, str]]:
        """Kind and shape of the seat's buildings that carry a mark."""
        if mark not in self.bearers:
            cards = (card.partition("-") for what, card in self.legacy.stickers if what == mark)
            self.bearers[mark] = frozenset((kind, shape) for kind, _, shape in cards)
        return self.bearers[mark]

    def select(self, selectors: tuple[str, ...]) -> Mask:
        """The union of selectors: `beach`, `near:temple`, `row:7`, `beach&row:7`."""
        out = self.selected.get(selectors)
        if out is None:
            out = 0
            for selector in selectors:
                out |= self._selected(selector)
            self.selected[selectors] = out
        return out

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.kinds)}

    def kind(self, name: str) -> int:
        return self._numbers[name]

    def covered(self, marks: int, kind: int) -> Mask:
        """The cells that a board's marks have for one kind."""
        return marks >> kind * self.grid.lane & self.grid.cells

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


def cached_on_ground(function: Callable[P, T]) -> Callable[P, T]:
    """Compute once what follows from a ground, the last argument; it is forgotten with the ground."""

    @wraps(function)
    def look(*args: P.args, **kwargs: P.kwargs) -> T:
        *others, ground = args
        found, key = cast(Ground, ground).found, (function, *others)
        if key not in found:
            found[key] = function(*args, **kwargs)
        return cast(T, found[key])

    return look
