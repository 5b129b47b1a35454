"""AWARD, a REWARD rule: gifts by place, some of which their owner still has to put somewhere."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Gain
from tilefolk.games.laying.board import note
from tilefolk.games.laying.rules.choice import Double, Stick
from tilefolk.games.laying.rules.names import Card, Layer, Shape, Sticker
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.rule_kinds import Choice, Given, Outcomes, Task

ROWS = ("everyone", "first", "second", "others")


@dataclass(frozen=True)
class Count:
    """So many of a counted thing."""

    what: str
    n: int

    def gives(self, outcome: Outcomes) -> tuple[Given, ...]:
        return ((self.what, self.n),)


@dataclass(frozen=True)
class SeatShape:
    """From now on a card whose shape every seat has for itself stands for this shape."""

    card: Card
    shape: Shape

    def gives(self, outcome: Outcomes) -> tuple[Given, ...]:
        return ((self.card, self.shape),)


@dataclass(frozen=True)
class Ash:
    """Cells lost to a hazard get a sticker, except on one terrain."""

    lost: str
    sticker: Sticker
    but: Layer

    def gives(self, outcome: Outcomes) -> tuple[Given, ...]:
        cells = note(outcome.board, self.lost) & ~outcome.ground.layer(self.but)
        return tuple((self.sticker, name) for name in outcome.ground.grid.listed(cells))


AnyGift = Count | SeatShape | Ash | Stick | Double


@dataclass(frozen=True)
class Award:
    """Gifts for everyone, then for the place. With two seats the second takes the row of the others."""

    first: tuple[AnyGift, ...] = ()
    second: tuple[AnyGift, ...] = ()
    others: tuple[AnyGift, ...] = ()
    everyone: tuple[AnyGift, ...] = ()
    id = "award"
    numbers = ()

    @cached_property
    def rows(self) -> dict[str, tuple[AnyGift, ...]]:
        """The rows by the rule they are kept under."""
        return {f"{self.id}.{name}": getattr(self, name) for name in ROWS}

    @property
    def missed_rows(self) -> tuple[str, str]:
        """The rows of somebody who did not play."""
        return f"{self.id}.everyone", f"{self.id}.second"

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        out: list[Gain] = []
        for rule in self.rows_of(outcome):
            for gift in self.rows[rule]:
                if not isinstance(gift, Choice):
                    for what, value in gift.gives(outcome):
                        out += (
                            [Gain(rule, what, value)]
                            if isinstance(value, str)
                            else counted(rule, what, value)
                        )
        return tuple(out)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return tuple(
            Task(rule, number)
            for rule in self.rows_of(outcome)
            for number, gift in enumerate(self.rows[rule])
            if isinstance(gift, Choice)
        )

    def rows_of(self, outcome: Outcomes) -> tuple[str, str]:
        """The rows a seat takes, in their order."""
        if outcome.place == 1:
            row = "first"
        else:
            row = "second" if outcome.place == 2 and outcome.seats > 2 else "others"
        return f"{self.id}.everyone", f"{self.id}.{row}"
