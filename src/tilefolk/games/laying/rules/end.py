"""END, TABLE and TIES rules: the lines of the end scoring and what breaks a tie."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import by_kind, largest_group
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.names import Kind, Layer, Metric, Selector
from tilefolk.games.laying.rules.shapes import Line


@dataclass(frozen=True)
class Visible:
    """Points for each symbol that is not built on. `noted`: cells a rule has noted count as several."""

    what: Layer
    per: int
    noted: str = ""
    noted_per: int = 0

    @cached_property
    def id(self) -> str:
        return ".".join(("visible", self.what, *([self.noted] if self.noted else [])))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.per, self.noted_per) if self.noted else (self.per,)

    def line(self, ground: Ground, board: Board) -> Line:
        masks, clear = ground.layers.get(self.what, (0,)), board.clear
        cells = masks[0] & clear
        count = cells.bit_count()
        for mask in masks[1:]:
            count += (mask & clear).bit_count()
        if self.noted:
            grown = note(board, self.noted)
            count += self.noted_per * grown.bit_count()
            cells |= grown
        return self.per * count, cells


@dataclass(frozen=True)
class LargestGroup:
    """For each kind, points for every building of its largest group."""

    kinds: tuple[Kind, ...]
    per: int

    @cached_property
    def id(self) -> str:
        return "largest_group"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.per,)

    def line(self, ground: Ground, board: Board) -> Line:
        points, cells = 0, 0
        for buildings in by_kind(board, self.kinds).values():
            count, mask = largest_group(buildings)
            points += self.per * count
            cells |= mask
        return points, cells


@dataclass(frozen=True)
class FullGroups:
    """Points for each kind whose buildings, one at least, all hang together."""

    kinds: tuple[Kind, ...]
    points: int

    @cached_property
    def id(self) -> str:
        return "full_groups"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        points, cells = 0, 0
        for buildings in by_kind(board, self.kinds).values():
            whole = len(buildings)
            count, mask = largest_group(buildings)
            if count == whole > 0:
                points += self.points
                cells |= mask
        return points, cells


@dataclass(frozen=True)
class Church:
    """Points for a building that borders a building of each of these kinds."""

    kind: Kind
    needs: tuple[Kind, ...]
    points: int

    @cached_property
    def id(self) -> str:
        return "church"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        points, cells, kind = 0, 0, self.kind
        needed = [ground.covered(board.marks, ground.kind(need)) for need in self.needs]
        for laid in [laid for laid in board.laid if laid.kind == kind]:
            if all([laid.around & mask for mask in needed]):
                points += self.points
                cells |= laid.cells
        return points, cells


@dataclass(frozen=True)
class Well:
    """Points for a visible symbol with a different building on each of its sides."""

    what: Layer
    points: int

    @cached_property
    def id(self) -> str:
        return f"well.{self.what}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        points, cells = 0, 0
        sides = len(ground.grid.lattice.steps)
        for bit in bits_of(ground.layer(self.what) & board.clear & ~board.apart):
            cell = 1 << bit
            if sum([1 for laid in board.laid if laid.around & cell]) == sides:
                points += self.points
                cells |= cell
        return points, cells


@dataclass(frozen=True)
class Chain:
    """Points for every building, print apart, in the groups of a kind that reach a source."""

    kind: Kind
    source: tuple[Selector, ...]
    per: int

    @cached_property
    def id(self) -> str:
        return ".".join(("chain", self.kind, *self.source))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.per,)

    def line(self, ground: Ground, board: Board) -> Line:
        kind = ground.covered(board.marks, ground.kind(self.kind))
        reached = ground.grid.spread(ground.select(self.source), kind)
        chained = [laid.cells for laid in board.laid[len(ground.printed) :] if laid.cells & reached]
        return self.per * len(chained), sum(chained)


@dataclass(frozen=True)
class Surrounded:
    """Points (a loss) for each symbol with a side on which one could still build."""

    what: Layer
    points: int

    @cached_property
    def id(self) -> str:
        return f"surrounded.{self.what}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        cells = self.at_large(ground, board)
        return self.points * cells.bit_count(), cells

    def at_large(self, ground: Ground, board: Board) -> int:
        return ground.layer(self.what) & ground.grid.around(board.clear & ground.open)


def leading(counts: Sequence[int]) -> list[bool]:
    """Who has the most; nobody has the most of nothing."""
    best = max(counts)
    return [count == best > 0 for count in counts]


@dataclass(frozen=True)
class Most:
    """Points for every seat that has the most of a metric, in full; nobody has the most of nothing."""

    metric: Metric
    points: int

    @cached_property
    def id(self) -> str:
        return f"most.{self.metric}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def counts(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> list[tuple[int, Mask]]:
        """Every seat's number and the cells it comes from."""
        return [measured(self.metric, ground, board) for ground, board in zip(grounds, boards, strict=True)]

    def lines(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> tuple[Line, ...]:
        counts = self.counts(grounds, boards)
        leads = leading([count for count, _ in counts])
        return tuple((self.points * lead, cells) for lead, (_, cells) in zip(leads, counts, strict=True))


@dataclass(frozen=True)
class Rows:
    """The tie-break: fewer such cells in the top row, then in the next. Noted cells count as uncovered."""

    on: tuple[Selector, ...]
    noted: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        return ".".join(("rows", *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def key(self, ground: Ground, board: Board) -> tuple[int, ...]:
        bare = board.clear
        for name in self.noted:
            bare |= note(board, name)
        bare &= ground.select(self.on)
        return tuple([-(bare & row).bit_count() for row in ground.rows.values()])
