"""END rules about groups: buildings that hang together, or border each other."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.groups import by_kind, largest_group
from tilefolk.games.laying.rules.names import Kind, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops, bits
from tilefolk.games.laying.rules.rule_kinds import Line


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

    def ops(self, ground: Ground) -> Ops:
        return tuple(Op(Code.GROUP, self.per, kinds=bits(ground, kind)) for kind in self.kinds)


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

    def ops(self, ground: Ground) -> Ops:
        return tuple(Op(Code.FULL_GROUP, self.points, kinds=bits(ground, kind)) for kind in self.kinds)


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
        linked = chained(ground, board, self.kind, self.source)
        return self.per * len(linked), sum(linked)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.CHAIN, self.per, ground.select(self.source), bits(ground, self.kind)),)


def chained(ground: Ground, board: Board, kind: str, source: tuple[str, ...]) -> list[Mask]:
    """The buildings, print apart, in the groups of a kind that reach a source."""
    shown = ground.covered(board.marks, ground.kind(kind))
    reached = ground.grid.spread(ground.select(source), shown)
    return [laid.cells for laid in board.laid[len(ground.printed) :] if laid.cells & reached]


@dataclass(frozen=True)
class Factory:
    """Each building with a mark: points for every building of a kind that borders it, up to so many."""

    mark: str
    workers: Kind
    per: int
    most: int

    @cached_property
    def id(self) -> str:
        return f"factory.{self.mark}.{self.workers}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.per, self.most)

    def line(self, ground: Ground, board: Board) -> Line:
        points, cells = 0, 0
        for factory, count in self.staffed(ground, board):
            points += self.per * count
            cells |= factory.cells if count else 0
        return points, cells

    def ops(self, ground: Ground) -> Ops:
        cards = tuple(f"{kind}-{shape}" for kind, shape in ground.marked(self.mark))
        return (Op(Code.FACTORY, self.per, kinds=bits(ground, self.workers), number=self.most, names=cards),)

    def staffed(self, ground: Ground, board: Board) -> list[tuple[Laid, int]]:
        """The factories on the board with their workers."""
        near = [laid.cells for laid in board.laid if laid.kind == self.workers]
        return [
            (laid, min(self.most, sum([1 for cells in near if cells & laid.around])))
            for laid in marked(ground, board, self.mark)
        ]


def marked(ground: Ground, board: Board, mark: str) -> list[Laid]:
    """The buildings on the board that carry a mark."""
    cards = ground.marked(mark)
    return [laid for laid in board.laid if (laid.kind, laid.shape) in cards] if cards else []
