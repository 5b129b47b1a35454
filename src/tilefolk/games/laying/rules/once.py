"""ONCE and ROUND rules: what a placement brings at once, what strikes every board after a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask, bits_of
from tilefolk.core.track import ROUND
from tilefolk.games.laying.board import Board, booked, note, noted
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.names import Cells, Kind, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops, Thing, bits
from tilefolk.games.laying.rules.rule_kinds import Found


@dataclass(frozen=True)
class Rail:
    """Points for a building that covers one of these cells, once per building."""

    on: tuple[Selector, ...]
    points: int

    @cached_property
    def id(self) -> str:
        return ".".join(("rail", *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        if laid.cells & ground.select(self.on):
            return booked(board, self.id, self.points, laid.cells)
        return board

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.RAIL, self.points, ground.select(self.on)),)


@dataclass(frozen=True)
class Investor:
    """He moves to every new building; points when it borders the one he comes from. Some kinds he ignores."""

    points: int
    not_kinds: tuple[Kind, ...] = ()
    id = "investor"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        if laid.kind in self.not_kinds:
            return board
        before = self.stands_on(ground, board.laid[:-1])
        if before is None or not laid.around & before.cells:
            return board
        return booked(board, self.id, self.points, laid.cells)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.INVESTOR, self.points, names=self.not_kinds),)

    def stands_on(self, ground: Ground, laid: Sequence[Laid]) -> Laid | None:
        """The building he has gone to, of those laid so far."""
        own = (one for one in reversed(laid[len(ground.printed) :]) if one.kind not in self.not_kinds)
        return next(own, None)


@dataclass(frozen=True)
class Park:
    """A closed single cell beside enough buildings of a kind becomes a park: nobody builds there any more."""

    kind: Kind
    least: int
    on: tuple[Selector, ...]

    @cached_property
    def id(self) -> str:
        return f"park.{self.kind}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.least,)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        free = board.clear & ground.open
        closed = ground.select(self.on) & free & ~ground.grid.around(free)
        parks = sum(1 << bit for bit in bits_of(closed) if self._has_company(board, 1 << bit))
        if not parks:
            return board
        return noted(board._replace(clear=board.clear & ~parks), "park", note(board, "park") | parks)

    def ops(self, ground: Ground) -> Ops:
        on, kind = ground.select(self.on), bits(ground, self.kind)
        return (Op(Code.PARK, mask=on, kinds=kind, number=self.least, notes=("park",)),)

    def _has_company(self, board: Board, cell: Mask) -> bool:
        near = sum(laid.kind == self.kind and bool(laid.around & cell) for laid in board.laid)
        return near >= self.least


@dataclass(frozen=True)
class Cover:
    """Points for each cell of the new tile that shows one of these symbols on these cells.

    `wanted`: the symbol is the one the cell asks for. `most`: so many per episode; these are noted as lit.
    """

    on: tuple[Selector, ...]
    points: int
    marks: tuple[Kind, ...] = ()
    wanted: bool = False
    most: int | None = None

    @cached_property
    def id(self) -> str:
        return ".".join(("cover", *(("wanted",) if self.wanted else self.marks), *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,) if self.most is None else (self.points, self.most)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        cells = self._cells(ground, board) & laid.cells
        if self.most is not None:
            lit = note(board, "lit")
            fresh = list(bits_of(cells))[: self.most - lit.bit_count()]
            cells = sum(1 << bit for bit in fresh)
            board = noted(board, "lit", lit | cells) if cells else board
        return booked(board, self.id, self.points * cells.bit_count(), cells) if cells else board

    def ops(self, ground: Ground) -> Ops:
        asked = [(mark, mask) for (symbol, mark), mask in ground.wants.items() if symbol in self.on]
        shown = asked if self.wanted else [(mark, ground.select(self.on)) for mark in self.marks]
        things = tuple(Thing(0, mask, bits(ground, mark)) for mark, mask in shown)
        notes = () if self.most is None else ("lit",)
        return (Op(Code.COVER, self.points, number=self.most or 0, notes=notes, things=things),)

    def _cells(self, ground: Ground, board: Board) -> Mask:
        if self.wanted:
            return sum(
                ground.covered(board.marks, ground.kind(mark)) & mask
                for (symbol, mark), mask in ground.wants.items()
                if symbol in self.on
            )
        return sum(ground.covered(board.marks, ground.kind(mark)) for mark in self.marks) & ground.select(
            self.on
        )


@dataclass(frozen=True)
class Find:
    """Each of these sites hides a number of points, the same for all; a tile with this symbol digs it up.

    `at`: a named set of cells, so that nothing a seat puts on a site moves the others.
    """

    at: Cells
    mark: Kind
    bag: tuple[int, ...]
    stream = "find"

    @cached_property
    def id(self) -> str:
        return f"find.{self.at}.{self.mark}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (len(self.bag), min(self.bag), max(self.bag))

    def ops(self, ground: Ground) -> Ops:
        """What nobody has dug up yet counts as what is left in the bag on average."""
        sites = tuple(Thing(1 << bit, 1 << bit) for bit in bits_of(ground.layer(self.at)))
        kinds, numbers = bits(ground, self.mark), self.expected({}, len(sites))
        return (Op(Code.FIND, 1, kinds=kinds, notes=("found",), things=sites, numbers=numbers),)

    def expected(self, found: Found, count: int) -> tuple[int, ...]:
        """What each site brings: what was found there, or what is left in the bag on average, rounded."""
        left = list(self.bag)
        for points in found.values():
            left.remove(points)
        average = round(sum(left) / len(left)) if left else 0
        return tuple(found.get(site, average) for site in range(count))

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        dug = laid.cells & ground.covered(board.marks, ground.kind(self.mark))
        sites = bits_of(ground.layer(self.at))
        return tuple(index for index, bit in enumerate(sites) if dug >> bit & 1)

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        sites = list(bits_of(ground.layer(self.at)))
        for index in self.asks(ground, board, laid):
            cell = 1 << sites[index]
            board = booked(board, self.id, found[index], cell)
            board = noted(board, "found", note(board, "found") | cell)
        return board


@dataclass(frozen=True)
class Hazard:
    """After a round, cells that are still free are lost, at a price each."""

    after: int
    on: tuple[Selector, ...]
    points: int
    becomes: str

    @cached_property
    def id(self) -> str:
        return ".".join(("hazard", self.becomes, *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.after, self.points)

    def strike(self, ground: Ground, board: Board) -> Board:
        cells = ground.select(self.on) & board.clear & ground.open
        if not cells:
            return board
        board = noted(
            board._replace(clear=board.clear & ~cells), self.becomes, note(board, self.becomes) | cells
        )
        if self.points:
            points = self.points * cells.bit_count()
            board = booked(board, self.id, points, cells, ROUND, self.after - 1)
        return board

    def ops(self, ground: Ground) -> Ops:
        on, note = ground.select(self.on), (self.becomes,)
        return (Op(Code.HAZARD, self.points, on, number=self.after, notes=note),)
