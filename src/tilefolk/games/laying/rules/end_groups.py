"""END rules about groups: buildings that hang together."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import by_kind, largest_group
from tilefolk.games.laying.rules.names import Kind, Selector
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
