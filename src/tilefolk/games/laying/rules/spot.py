"""SPOT, a ONCE rule: what lies around a thing, or in a bay; what is missing at the end may cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, booked, note, noted
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.metrics import SPOT
from tilefolk.games.laying.rules.names import Kind, Layer
from tilefolk.games.laying.rules.ops import Code, Op, Ops, Thing, bits
from tilefolk.games.laying.rules.rule_kinds import Found, Line

COVERED, SYMBOL, DISTINCT, OWN = "covered", "symbol", "distinct", "own"
NO_MARK, NO_LAYER = Kind(""), Layer("")


class Ring(NamedTuple):
    """A thing and the cells that count for it, those left out that nobody can ever cover."""

    thing: Mask
    cells: Mask


class Watched(NamedTuple):
    """How far one thing is, for somebody planning: what lies there, the free cells, what would help.

    Without `helps` any symbol does.
    """

    thing: Mask
    ring: Mask
    number: int
    scored: bool
    free: Mask
    helps: tuple[str, ...]


@dataclass(frozen=True)
class Spot:
    """Points, once for each thing, when enough lies on the cells `around` it or `inside` it.

    `count`: what is counted there: `covered` cells, cells with the `symbol` named by `mark`, `distinct`
    symbols, or the `own` symbol that the thing asks for, doubled ones twice. Plots count. `miss`: what each
    thing that lacks something costs at the end.
    """

    count: str
    least: int
    points: int
    around: Layer = NO_LAYER
    inside: Layer = NO_LAYER
    mark: Kind = NO_MARK
    miss: int = 0

    @cached_property
    def id(self) -> str:
        return ".".join((SPOT, self.at, self.mark or self.count))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points, self.least, *((self.miss,) if self.miss else ()))

    @property
    def at(self) -> Layer:
        """The layer whose things it looks at."""
        return self.around or self.inside

    @cached_property
    def at_end(self) -> "Missed | None":
        """The line of the end scoring that belongs to it."""
        return Missed(self) if self.miss else None

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        for ring in self.rings(ground):
            scored = note(board, self.id)
            stirred = ring.cells & laid.cells and not ring.thing & scored
            if stirred and self.counted(ground, board, ring) >= self.least:
                board = booked(board, self.id, self.points, ring.thing | ring.cells & ~board.clear)
                board = noted(board, self.id, scored | ring.thing)
        return board

    def ops(self, ground: Ground) -> Ops:
        rings, note = tuple(self._thing(ground, ring) for ring in self.rings(ground)), (self.id,)
        return (Op(CODES[self.count], self.points, number=self.least, notes=note, things=rings),)

    def _thing(self, ground: Ground, ring: Ring) -> Thing:
        marks = (self.mark,) if self.mark else own_marks(ground, self.at, ring.thing)
        return Thing(ring.thing, ring.cells, bits(ground, *marks))

    def rings(self, ground: Ground) -> Iterator[Ring]:
        """The things one by one with the cells that count for them."""
        for thing in ground.each(self.at):
            cells = thing if self.inside else ground.beside(thing) & ~thing
            yield Ring(thing, cells & ~ground.stones)

    def counted(self, ground: Ground, board: Board, ring: Ring) -> int:
        """How much of what is asked for lies there."""
        return COUNTS[self.count](self, ground, board, ring)

    def watched(self, ground: Ground, board: Board) -> Iterator[Watched]:
        """Every thing as it stands now."""
        scored, free = note(board, self.id), board.clear & ground.open
        for ring in self.rings(ground):
            count, done = self.counted(ground, board, ring), bool(ring.thing & scored)
            yield Watched(*ring, count, done, ring.cells & free, self._helps(ground, board, ring))

    def _helps(self, ground: Ground, board: Board, ring: Ring) -> tuple[str, ...]:
        if self.count == DISTINCT:
            shown = _symbols(ground, board, ring.cells)
            return tuple(mark for mark in symbols_of(ground) if mark not in shown)
        if self.count == OWN:
            return own_marks(ground, self.at, ring.thing)
        return (self.mark,) if self.mark else ()


@dataclass(frozen=True)
class Missed:
    """The price of every thing at which something is still missing."""

    spot: Spot

    @cached_property
    def id(self) -> str:
        return f"{self.spot.id}.missed"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.spot.miss,)

    def line(self, ground: Ground, board: Board) -> Line:
        scored = note(board, self.spot.id)
        missed = [ring.thing for ring in self.spot.rings(ground) if not ring.thing & scored]
        return self.spot.miss * len(missed), sum(missed)

    def ops(self, ground: Ground) -> Ops:
        rings = tuple(Thing(*ring) for ring in self.spot.rings(ground))
        return (Op(Code.MISSED, self.spot.miss, notes=(self.spot.id,), things=rings),)


def own_marks(ground: Ground, layer: str, thing: Mask) -> tuple[str, ...]:
    """The symbols that a thing asks for."""
    return tuple(mark for (name, mark), cells in ground.wants.items() if name == layer and cells & thing)


def symbols_of(ground: Ground) -> tuple[str, ...]:
    """The symbols that tiles show."""
    kinds = {mark for piece in ground.pieces.values() for mark in piece.marks}
    return tuple(ground.kinds[kind] for kind in sorted(kinds))


def _symbols(ground: Ground, board: Board, ring: Mask) -> set[str]:
    return {mark for mark in ground.kinds if ground.covered(board.marks, ground.kind(mark)) & ring}


def _covered(spot: Spot, ground: Ground, board: Board, ring: Ring) -> int:
    shown = 0
    for kind in range(len(ground.kinds)):
        shown |= ground.covered(board.marks, kind)
    return (shown & ring.cells).bit_count()


def _symbol(spot: Spot, ground: Ground, board: Board, ring: Ring) -> int:
    return (ground.covered(board.marks, ground.kind(spot.mark)) & ring.cells).bit_count()


def _distinct(spot: Spot, ground: Ground, board: Board, ring: Ring) -> int:
    return len(_symbols(ground, board, ring.cells))


def _own(spot: Spot, ground: Ground, board: Board, ring: Ring) -> int:
    """Symbols the thing asks for, doubled ones counted twice."""
    marks = own_marks(ground, spot.at, ring.thing)
    cells = ring.cells & sum(ground.covered(board.marks, ground.kind(mark)) for mark in marks)
    return cells.bit_count() + (cells & note(board, "doubled")).bit_count()


COUNTS: dict[str, Callable[[Spot, Ground, Board, Ring], int]] = {
    COVERED: _covered,
    SYMBOL: _symbol,
    DISTINCT: _distinct,
    OWN: _own,
}
CODES: dict[str, Code] = {
    COVERED: Code.SPOT_COVERED,
    SYMBOL: Code.SPOT_SYMBOL,
    DISTINCT: Code.SPOT_DISTINCT,
    OWN: Code.SPOT_OWN,
}
