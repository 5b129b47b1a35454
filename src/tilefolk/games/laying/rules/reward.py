"""ASK and REWARD rules: the last decision before the ranking, and what a seat keeps after it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tilefolk.core.game import Legacy
from tilefolk.core.notation import Action
from tilefolk.games.laying.board import note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.end import Surrounded
from tilefolk.games.laying.rules.names import Layer, Selector, Sticker
from tilefolk.games.laying.rules.shapes import Outcomes, Task

NUGGETS, EVER, PROGRESS = "nuggets", "nuggets_ever", "progress"
PLOT = "plot:"


def gained(legacy: Legacy, what: str, n: int) -> Legacy:
    """Counted things; nuggets are counted twice, as stock and as ever earned."""
    legacy = legacy.plus(what, n)
    return legacy.plus(EVER, n) if what == NUGGETS else legacy


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

    def answers(self, ground: Ground) -> tuple[Action, ...]:
        stock = min(self.most, ground.legacy.count(NUGGETS))
        return tuple(("melt", n) for n in range(stock + 1)) if stock else ()

    def points_of(self, action: Action) -> int:
        return self.points * int(action[1])

    def keeps(self, legacy: Legacy, action: Action) -> Legacy:
        return legacy.plus(NUGGETS, -int(action[1]))


class Gift(Protocol):
    """One thing of an award."""

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy: ...
    def tasks(self) -> tuple[Task, ...]: ...


@dataclass(frozen=True)
class Count:
    """So many of a counted thing."""

    what: str
    n: int

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        return gained(legacy, self.what, self.n)

    def tasks(self) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class Stick:
    """One of these stickers, on a cell the owner chooses; `otherwise` is given when there is no such cell."""

    what: tuple[Sticker, ...]
    on: tuple[Selector, ...]
    off: tuple[Selector, ...] = ()
    near: tuple[Selector, ...] = ()
    apart: tuple[Selector, ...] = ()
    otherwise: str = ""

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        return legacy

    def tasks(self) -> tuple[Task, ...]:
        return (Task("stick", self.what, self.on, self.off, self.near, self.apart, self.otherwise),)


@dataclass(frozen=True)
class Double:
    """One symbol of an own tile counts as two from now on; the owner chooses which."""

    otherwise: str = ""

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        return legacy

    def tasks(self) -> tuple[Task, ...]:
        return (Task("double", otherwise=self.otherwise),)


@dataclass(frozen=True)
class Ash:
    """Cells lost to a hazard get a sticker, except on one terrain."""

    lost: str
    sticker: Sticker
    but: Layer

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        cells = note(outcome.board, self.lost) & ~outcome.ground.layer(self.but)
        fresh = tuple((self.sticker, name) for name in outcome.ground.grid.listed(cells))
        return legacy._replace(stickers=legacy.stickers + fresh)

    def tasks(self) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class Award:
    """Gifts for everyone, then for the place. With two seats the second takes the row of the others."""

    first: tuple[Gift, ...] = ()
    second: tuple[Gift, ...] = ()
    others: tuple[Gift, ...] = ()
    everyone: tuple[Gift, ...] = ()
    id = "award"
    numbers = ()

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        for gift in self._gifts(outcome):
            legacy = gift.keeps(outcome, legacy)
        return legacy

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return tuple(task for gift in self._gifts(outcome) for task in gift.tasks())

    def _gifts(self, outcome: Outcomes) -> tuple[Gift, ...]:
        if outcome.place == 1:
            return self.everyone + self.first
        if outcome.place == 2 and outcome.seats > 2:
            return self.everyone + self.second
        return self.everyone + self.others


@dataclass(frozen=True)
class Cabinet:
    """Progress whenever the nuggets ever earned reach a milestone."""

    milestones: tuple[int, ...]
    id = "cabinet"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return self.milestones

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        before, now = outcome.ground.legacy.count(EVER), legacy.count(EVER)
        return legacy.plus(PROGRESS, sum(before < milestone <= now for milestone in self.milestones))

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

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        return legacy.plus(PROGRESS, self.n) if outcome.locked else legacy

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()


@dataclass(frozen=True)
class LitPlots:
    """Cells that were lit keep their symbol for good."""

    id = "lit_plots"
    numbers = ()

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        ground, board = outcome.ground, outcome.board
        fresh = tuple(
            (PLOT + kind, name)
            for index, kind in enumerate(ground.kinds)
            for name in ground.grid.listed(ground.covered(board.marks, index) & note(board, "lit"))
        )
        return legacy._replace(stickers=legacy.stickers + fresh)

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

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy:
        cells = Surrounded(self.what, 0).at_large(outcome.ground, outcome.board)
        carried = tuple((self.sticker, name) for name in outcome.ground.grid.listed(cells))
        others = tuple(entry for entry in legacy.stickers if entry[0] != self.sticker)
        return legacy._replace(stickers=others + carried)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()
