"""RACE rules: goals among seats, judged when everybody has closed the round."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.metrics import Aim, aim_of, measured, metric_op
from tilefolk.games.laying.rules.names import Goal, Kind, Layer, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops, Thing, bits
from tilefolk.games.laying.rules.roads import missing, to_goal
from tilefolk.games.laying.rules.rule_kinds import Prize


@dataclass(frozen=True)
class _Prizes:
    """The prize of the first round in which somebody arrives, of the next such round, and of all later."""

    prizes: tuple[int, ...]
    later: int = 0
    nuggets: tuple[int, ...] = ()
    later_nuggets: int = 0

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        later = (self.later,) if self.later else ()
        nuggets = (*self.nuggets, self.later_nuggets) if self.nuggets else ()
        return self.prizes + later + nuggets

    @cached_property
    def _more(self) -> tuple[str, ...]:
        """What the sentence says besides the first prize."""
        return (*(("later",) if self.later else ()), *(("nuggets",) if self.nuggets else ()))

    def prize(self, step: int) -> Prize:
        points = self.prizes[step] if step < len(self.prizes) else self.later
        nuggets = self.nuggets[step] if step < len(self.nuggets) else self.later_nuggets
        return Prize(points, nuggets)


@dataclass(frozen=True, kw_only=True)
class RaceCovered(_Prizes):
    """Every cell of a symbol is built on; without any such cell nobody gets there."""

    what: Layer

    @cached_property
    def id(self) -> str:
        return ".".join(("race_covered", self.what, *self._more))

    def concerns(self, ground: Ground) -> Mask:
        return ground.layer(self.what)

    def reached(self, ground: Ground, board: Board) -> bool:
        cells = ground.layer(self.what) & ground.open
        return bool(cells) and not cells & board.clear

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.REACH_COVERED, mask=ground.layer(self.what) & ground.open),)


@dataclass(frozen=True, kw_only=True)
class RaceGoal(_Prizes):
    """A metric of the own board comes to a number: `kinds>=3`, `open:beach<=8`."""

    goal: Goal

    @cached_property
    def id(self) -> str:
        return ".".join(("race_goal", self.goal, *self._more))

    @property
    def aim(self) -> Aim:
        return aim_of(self.goal)

    def concerns(self, ground: Ground) -> Mask:
        return ground.grid.cells

    def reached(self, ground: Ground, board: Board) -> bool:
        return self.aim.is_reached(ground, board)

    def ops(self, ground: Ground) -> Ops:
        metric = metric_op(self.aim.metric, ground)
        return (metric._replace(numbers=(self.aim.number,), at_most=self.aim.at_most),)

    def count(self, ground: Ground, board: Board) -> int:
        """How far the board is."""
        return measured(self.aim.metric, ground, board)[0]


@dataclass(frozen=True, kw_only=True)
class RaceLink(_Prizes):
    """Bordering buildings of these kinds lead from one place to another."""

    start: tuple[Selector, ...]
    goal: tuple[Selector, ...]
    kinds: tuple[Kind, ...]

    @cached_property
    def id(self) -> str:
        return ".".join(("race_link", *self.start, *self.goal, *self.kinds, *self._more))

    def concerns(self, ground: Ground) -> Mask:
        return ground.grid.cells

    def reached(self, ground: Ground, board: Board) -> bool:
        linked = ground.grid.spread(ground.select(self.start), self._chain(ground, board))
        return bool(linked & ground.select(self.goal))

    def ops(self, ground: Ground) -> Ops:
        start, goal = ground.select(self.start), Thing(ground.select(self.goal))
        return (Op(Code.REACH_LINK, mask=start, kinds=bits(ground, *self.kinds), things=(goal,)),)

    def lacking(self, ground: Ground, board: Board) -> Mask | None:
        """The fewest free cells that would complete the link; None where no way is left."""
        laid, free = self._chain(ground, board), board.clear & ground.open
        steps = to_goal(ground.grid, laid, free, ground.select(self.goal))
        return missing(ground.grid, laid, steps, ground.select(self.start))

    def _chain(self, ground: Ground, board: Board) -> Mask:
        chain = 0
        for kind in self.kinds:
            chain |= ground.covered(board.marks, ground.kind(kind))
        return chain
