"""DIG, a REWARD rule: boxes of a shaft are crossed off, and some of them bring something."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import WAITS, Gain
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.award import AnyGift, Count, given_at_once
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.end_groups import chained
from tilefolk.games.laying.rules.names import Kind, Selector
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.rule_kinds import Choice, Outcomes, Reward, Task

TRIANGLE = "triangle:"  # a sticker of whoever has won the triangle on a box of a shaft


@dataclass(frozen=True)
class Dig:
    """Cross off a box for every building in the groups of a kind that reach the source; some bring gifts.

    `boxes`: so many there are. `at`: the boxes with a gift, `gifts` what it is. `triangles`: boxes whose gift
    is for all who reach them in the first episode in which anybody does.
    """

    kind: Kind
    source: tuple[Selector, ...]
    boxes: int
    at: tuple[int, ...]
    gifts: tuple[AnyGift, ...]
    triangles: tuple[int, ...] = ()

    @cached_property
    def id(self) -> str:
        return f"dig.{self.kind}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.boxes, *self.at)

    def digs(self, ground: Ground, board: Board) -> int:
        """How many boxes the board crosses off, those beyond the last apart."""
        left = self.boxes - ground.legacy.count(BOXES + self.kind)
        return min(left, len(chained(ground, board, self.kind, self.source)))

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        boxes = self.digs(outcome.ground, outcome.board)
        out = list(counted(self.id, BOXES + self.kind, boxes))
        for number in self._passed(outcome):
            if self.at[number] in self.triangles:
                out.append(Gain(self.id, WAITS, number))
            else:
                out += given_at_once(self.id, self.gifts[number], outcome)
        return tuple(out)

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return tuple(
            Task(self.id, number)
            for number in self._passed(outcome)
            if isinstance(self.gifts[number], Choice)
        )

    def choice(self, task: Task) -> Choice | None:
        gift = (
            self.gifts[task.number] if task.rule == self.id and 0 <= task.number < len(self.gifts) else None
        )
        return gift if isinstance(gift, Choice) else None

    def waiting(self, rule: str, number: int) -> Count | None:
        """The gift of a triangle."""
        if rule != self.id or not 0 <= number < len(self.at) or self.at[number] not in self.triangles:
            return None
        gift = self.gifts[number]
        return gift if isinstance(gift, Count) else None

    def _passed(self, outcome: Outcomes) -> list[int]:
        """The gifts on the boxes that are crossed off, by their number."""
        before = outcome.ground.legacy.count(BOXES + self.kind)
        after = before + self.digs(outcome.ground, outcome.board)
        return [number for number, box in enumerate(self.at) if before < box <= after]


def digs_of(rewards: Iterable[Reward]) -> list[Dig]:
    return [rule for rule in rewards if isinstance(rule, Dig)]


def shafts_of(rewards: Iterable[Reward]) -> dict[str, int]:
    """The shafts that are open, with the number of their boxes."""
    return {rule.kind: rule.boxes for rule in digs_of(rewards)}
