"""END rules: the lines of the end scoring of one board."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.metrics import measured, metric_op
from tilefolk.games.laying.rules.names import Kind, Layer, Metric
from tilefolk.games.laying.rules.ops import Code, Op, Ops, Thing, bits
from tilefolk.games.laying.rules.rule_kinds import Line


@dataclass(frozen=True)
class Visible:
    """Points for each symbol that is not built on. `noted`: cells a rule has noted count as several.

    `whole`: what it comes to instead when not one of them is built on.
    """

    what: Layer
    per: int
    noted: str = ""
    noted_per: int = 0
    whole: int | None = None

    @cached_property
    def id(self) -> str:
        more = [self.noted] if self.noted else ["whole"] if self.whole is not None else []
        return ".".join(("visible", self.what, *more))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        more = (self.noted_per,) if self.noted else () if self.whole is None else (self.whole,)
        return (self.per, *more)

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
        if self.whole is not None and cells == masks[0]:
            return self.whole, cells
        return self.per * count, cells

    def ops(self, ground: Ground) -> Ops:
        layers = ground.layers.get(self.what, (0,))
        if self.whole is not None:
            more = tuple(map(Thing, layers[1:]))
            return (Op(Code.WHOLE, self.per, layers[0], number=self.whole, things=more),)
        grown = (Op(Code.NOTED, self.per * self.noted_per, notes=(self.noted,)),) if self.noted else ()
        return (*(Op(Code.CLEAR, self.per, mask) for mask in layers), *grown)


@dataclass(frozen=True)
class Counted:
    """Points for every one of what a metric counts."""

    metric: Metric
    per: int

    @cached_property
    def id(self) -> str:
        return f"counted.{self.metric}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.per,)

    def line(self, ground: Ground, board: Board) -> Line:
        count, cells = measured(self.metric, ground, board)
        return self.per * count, cells

    def ops(self, ground: Ground) -> Ops:
        return (metric_op(self.metric, ground)._replace(points=self.per),)


@dataclass(frozen=True)
class AllCovered:
    """Points when every cell of a kind is built on."""

    what: Layer
    points: int

    @cached_property
    def id(self) -> str:
        return f"all_covered.{self.what}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        cells = ground.layer(self.what)
        return (0, 0) if cells & board.clear else (self.points, cells)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.NONE_CLEAR, self.points, ground.layer(self.what)),)


@dataclass(frozen=True)
class Unpassed:
    """Points for a board on which nothing was passed."""

    points: int

    @cached_property
    def id(self) -> str:
        return "unpassed"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def line(self, ground: Ground, board: Board) -> Line:
        return (0 if board.passes else self.points), 0

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.UNPASSED, self.points),)


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

    def ops(self, ground: Ground) -> Ops:
        kind, needs = bits(ground, self.kind), bits(ground, *self.needs)
        return (Op(Code.CHURCH, self.points, kinds=kind, number=needs),)


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

    def ops(self, ground: Ground) -> Ops:
        sides = len(ground.grid.lattice.steps)
        return (Op(Code.WELL, self.points, ground.layer(self.what), number=sides),)


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

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.AT_LARGE, self.points, ground.layer(self.what)),)

    def at_large(self, ground: Ground, board: Board) -> int:
        return ground.layer(self.what) & ground.grid.around(board.clear & ground.open)
