"""ONCE rules about what hangs together: groups that score when they are new, roads that arrive."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, booked, note, noted
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.groups import cells_beside, joined_by, symbol_groups
from tilefolk.games.laying.rules.metrics import NEW_GROUP
from tilefolk.games.laying.rules.names import Kind, Layer, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops, Thing, bits
from tilefolk.games.laying.rules.roads import lengths, missing, to_goal
from tilefolk.games.laying.rules.rule_kinds import Found


class Group(NamedTuple):
    """Equal symbols side by side, as far as somebody planning wants to know."""

    cells: Mask
    size: int
    scored: bool


class RoadFrom(NamedTuple):
    """How far a road is. `missing`: the fewest cells that complete it; None where no way is left."""

    start: Mask
    scored: bool
    missing: Mask | None


@dataclass(frozen=True)
class NewGroup:
    """A group of at least so many equal symbols scores once; joined to a scored one it brings nothing."""

    mark: Kind
    least: int
    points: int
    touch: tuple[Selector, ...] = ()

    @cached_property
    def id(self) -> str:
        return ".".join((NEW_GROUP, self.mark, *self.touch))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points, self.least)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        for size, cells in joined_by(ground, board, laid, ground.kind(self.mark)):
            marked = note(board, self.id)
            if size < self.least or cells & marked:
                continue
            if all(cells & ground.select((selector,)) for selector in self.touch):
                board = booked(board, self.id, self.points, cells)
                board = noted(board, self.id, marked | cells & -cells)
        return board

    def ops(self, ground: Ground) -> Ops:
        mark, touch = bits(ground, self.mark), tuple(Thing(ground.select((one,))) for one in self.touch)
        op = Op(Code.NEW_GROUP, self.points, kinds=mark, number=self.least, notes=(self.id,), things=touch)
        return (op,)

    def unscored(self, ground: Ground, board: Board) -> list[tuple[int, Mask]]:
        """The groups of the symbol that have not scored: size and cells."""
        marked = note(board, self.id)
        groups = symbol_groups(ground, board, ground.kind(self.mark))
        return [group for group in groups if not group[1] & marked]

    def groups(self, ground: Ground, board: Board) -> Iterator[Group]:
        """All groups of the symbol and whether they have scored."""
        marked = note(board, self.id)
        for size, cells in symbol_groups(ground, board, ground.kind(self.mark)):
            yield Group(cells, size, bool(cells & marked))


@dataclass(frozen=True)
class Road:
    """Cells with this symbol that lead without a gap from beside a thing to a goal: once for every thing."""

    mark: Kind
    start: Layer
    goal: tuple[Selector, ...]
    points: int

    @cached_property
    def id(self) -> str:
        return ".".join(("road", self.mark, self.start, *self.goal))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.points,)

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        return ()

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board:
        for _, network in joined_by(ground, board, laid, ground.kind(self.mark)):
            if network & ground.select(self.goal):
                reached = ground.grid.around(network)
                for start in ground.each(self.start):
                    scored = note(board, self.id)
                    if start & reached and not start & scored:
                        board = booked(board, self.id, self.points, network | start)
                        board = noted(board, self.id, scored | start)
        return board

    def ops(self, ground: Ground) -> Ops:
        mark, goal = bits(ground, self.mark), ground.select(self.goal)
        starts = tuple(Thing(start, ground.grid.around(start)) for start in ground.each(self.start))
        return (Op(Code.ROAD, self.points, goal, mark, notes=(self.id,), things=starts),)

    def roads(self, ground: Ground, board: Board) -> Iterator[RoadFrom]:
        """For each thing the road that is shortest to complete."""
        scored, grid = note(board, self.id), ground.grid
        laid, free = ground.covered(board.marks, ground.kind(self.mark)), board.clear & ground.open
        steps = to_goal(grid, laid, free, ground.select(self.goal))
        for start in ground.each(self.start):
            done = bool(start & scored)
            yield RoadFrom(start, done, 0 if done else missing(grid, laid, steps, cells_beside(grid, start)))

    def lacking(self, ground: Ground, board: Board) -> list[int]:
        """How many cells each road still lacks that has not scored and can be completed."""
        scored, grid = note(board, self.id), ground.grid
        begins = [cells_beside(grid, start) for start in ground.each(self.start) if not start & scored]
        laid, free = ground.covered(board.marks, ground.kind(self.mark)), board.clear & ground.open
        return lengths(grid, laid, free, ground.select(self.goal), begins)
