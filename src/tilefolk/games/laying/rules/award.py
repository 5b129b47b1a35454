"""AWARD, a REWARD rule: gifts by place."""

from dataclasses import dataclass
from typing import Protocol

from tilefolk.core.game import Legacy
from tilefolk.games.laying.board import note
from tilefolk.games.laying.rules.names import Layer, Selector, Sticker
from tilefolk.games.laying.rules.reward import gained
from tilefolk.games.laying.rules.shapes import Outcomes, Task


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
