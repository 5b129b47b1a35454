"""ASK and REWARD rules: the last decision before the ranking, and what a seat keeps after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Gain
from tilefolk.core.notation import Action
from tilefolk.games.laying.board import note
from tilefolk.games.laying.ground import Ground, Spot
from tilefolk.games.laying.rules.end import Surrounded
from tilefolk.games.laying.rules.metrics import aim_of
from tilefolk.games.laying.rules.names import Goal, Layer, Sticker
from tilefolk.games.laying.rules.ops import Code, Op, Ops
from tilefolk.games.laying.rules.rule_kinds import Outcomes, Task
from tilefolk.games.laying.rules.setup import Mark

NUGGETS, EVER, PROGRESS = "nuggets", "nuggets_ever", "progress"
PLOT = "plot:"


def counted(rule: str, what: str, n: int) -> tuple[Gain, ...]:
    """So many of a counted thing; nuggets are counted twice, as stock and as ever earned."""
    ever = (Gain(rule, EVER, n),) if what == NUGGETS else ()
    return (Gain(rule, what, n), *ever) if n else ()


@dataclass(frozen=True)
class Melt:
    """After all other lines, each seat sells hidden up to so many nuggets for points."""

    most: int
    points: int

    @cached_property
    def id(self) -> str:
        return "melt"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.most, self.points)

    def answers(self, brought: Legacy, nuggets: int) -> tuple[Action, ...]:
        stock = min(self.most, brought.count(NUGGETS) + nuggets)
        return tuple(("melt", n) for n in range(stock + 1)) if stock else ()

    def points_of(self, action: Action) -> int:
        return self.points * int(action[1])

    def keeps(self, action: Action) -> tuple[Gain, ...]:
        sold = int(action[1])
        return (Gain(self.id, NUGGETS, -sold),) if sold else ()


@dataclass(frozen=True)
class Cabinet:
    """Progress whenever the nuggets ever earned reach a milestone."""

    milestones: tuple[int, ...]
    id = "cabinet"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return self.milestones

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        return self.reached(outcome.ground.legacy.count(EVER), legacy.count(EVER))

    def reached(self, before: int, now: int) -> tuple[Gain, ...]:
        """What it gives when so many nuggets ever earned have become so many."""
        return counted(self.id, PROGRESS, sum(before < milestone <= now for milestone in self.milestones))

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class LockedProgress:
    """Progress for a marker that was locked at the top of the track."""

    n: int
    id = "locked_progress"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        return counted(self.id, PROGRESS, self.n) if outcome.locked else ()

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class LitPlots:
    """Cells of a symbol that were lit show what they asked for, for good."""

    at: Layer
    id = "lit_plots"
    numbers = ()

    def plots(self, legend: Mapping[str, Spot], rules: Sequence[object]) -> list[tuple[str, str]]:
        """What every such cell becomes, in the order in which they are put on the board."""
        marks = [rule for rule in rules if isinstance(rule, Mark) and legend[rule.put].symbol == self.at]
        return [(PLOT + legend[mark.put].wants, cell) for mark in marks for cell in mark.at]

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        ground, board = outcome.ground, outcome.board
        return tuple(
            Gain(self.id, PLOT + kind, name)
            for index, kind in enumerate(ground.kinds)
            for name in ground.grid.listed(ground.covered(board.marks, index) & note(board, "lit"))
        )

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class KeepCovered:
    """So many of a counted thing for a board that has built on every cell of a kind."""

    what: Layer
    count: str
    n: int

    @cached_property
    def id(self) -> str:
        return f"keep_covered.{self.what}.{self.count}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        bare = outcome.ground.layer(self.what) & outcome.board.clear
        return () if bare else counted(self.id, self.count, self.n)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.NONE_CLEAR, self.n, ground.layer(self.what), names=(self.count,)),)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class KeepUnpassed:
    """So many of a counted thing for a board on which nothing was passed."""

    count: str
    n: int

    @cached_property
    def id(self) -> str:
        return f"keep_unpassed.{self.count}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        return () if outcome.board.passes else counted(self.id, self.count, self.n)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.UNPASSED, self.n, names=(self.count,)),)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class CarryOver:
    """A symbol that was not surrounded stands on the same cell of the seat's next sheet."""

    what: Layer
    sticker: Sticker

    @cached_property
    def id(self) -> str:
        return f"carry_over.{self.what}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        cells = Surrounded(self.what, 0).at_large(outcome.ground, outcome.board)
        old = [name for what, name in legacy.stickers if what == self.sticker]
        gone = tuple(Gain(self.id, self.sticker, name, gone=True) for name in old)
        return gone + tuple(Gain(self.id, self.sticker, name) for name in outcome.ground.grid.listed(cells))

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.AT_LARGE, 1, ground.layer(self.what), names=(self.what,)),)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class Bonus:
    """So many of a counted thing for every seat that has reached this."""

    goal: Goal
    count: str
    n: int

    @cached_property
    def id(self) -> str:
        return f"bonus.{self.goal}.{self.count}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        reached = aim_of(self.goal).is_reached(outcome.ground, outcome.board)
        return counted(self.id, self.count, self.n) if reached else ()

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()
