"""AWARD, a REWARD rule: gifts by place, some of which their owner still has to put somewhere."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import WAITS, Gain
from tilefolk.games.laying.board import note
from tilefolk.games.laying.rules.choice import Box, Double, MarkPiece, Stick
from tilefolk.games.laying.rules.hearth import Hearth
from tilefolk.games.laying.rules.names import Card, Layer, Shape, Sticker
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.rule_kinds import Choice, Given, Outcomes, Task

ROWS = ("everyone", "first", "second", "others")
MOST_BOXES = "award.most_boxes"


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


AnyGift = Count | SeatShape | Ash | Stick | Hearth | Double | MarkPiece | Box


def given_at_once(rule: str, gift: AnyGift, outcome: Outcomes) -> list[Gain]:
    """What a gift is that nobody has to put anywhere, or for which there is no place on the board."""
    if isinstance(gift, Hearth) and not gift.found(outcome):
        return list(counted(rule, gift.otherwise, 1))
    if isinstance(gift, Choice):
        return []
    out: list[Gain] = []
    for what, value in gift.gives(outcome):
        out += [Gain(rule, what, value)] if isinstance(value, str) else counted(rule, what, value)
    return out


@dataclass(frozen=True)
class Award:
    """Gifts for everyone, then for the place. With two seats the second takes the row of the others.

    `most_boxes`: counted things for all who have most boxes, once every seat has chosen those it was given.
    """

    first: tuple[AnyGift, ...] = ()
    second: tuple[AnyGift, ...] = ()
    others: tuple[AnyGift, ...] = ()
    everyone: tuple[AnyGift, ...] = ()
    most_boxes: tuple[Count, ...] = ()
    numbers = ()

    @cached_property
    def id(self) -> str:
        return MOST_BOXES if self.most_boxes else "award"

    @cached_property
    def rows(self) -> dict[str, tuple[AnyGift, ...]]:
        """The rows by the rule they are kept under."""
        return {f"award.{name}": getattr(self, name) for name in ROWS}

    @property
    def missed_rows(self) -> tuple[str, str]:
        """The rows of somebody who did not play."""
        return "award.everyone", "award.second"

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        rows = [(rule, gift) for rule in self.rows_of(outcome) for gift in self.rows[rule]]
        out = [gain for rule, gift in rows for gain in given_at_once(rule, gift, outcome)]
        waiting = [Gain(MOST_BOXES, WAITS, number) for number in range(len(self.most_boxes))]
        return (*out, *waiting)

    def waiting(self, rule: str, number: int) -> Count | None:
        """A gift for most boxes."""
        return self.most_boxes[number] if rule == MOST_BOXES and 0 <= number < len(self.most_boxes) else None

    def choice(self, task: Task) -> Choice | None:
        row = self.rows.get(task.rule, ())
        gift = row[task.number] if 0 <= task.number < len(row) else None
        if isinstance(gift, Hearth):
            return gift.bound(task.cells)
        return gift if isinstance(gift, Choice) else None

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        out = []
        for rule in self.rows_of(outcome):
            for number, gift in enumerate(self.rows[rule]):
                if isinstance(gift, Hearth):
                    cells = gift.found(outcome)
                    out += [Task(rule, number, cells)] if cells else []
                elif isinstance(gift, Choice):
                    out.append(Task(rule, number))
        return tuple(out)

    def rows_of(self, outcome: Outcomes) -> tuple[str, str]:
        """The rows a seat takes, in their order."""
        if outcome.place == 1:
            row = "first"
        else:
            row = "second" if outcome.place == 2 and outcome.seats > 2 else "others"
        return "award.everyone", f"award.{row}"
