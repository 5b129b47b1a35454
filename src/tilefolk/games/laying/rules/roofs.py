"""ROOFS, a REWARD rule: what lies around a thing at the end builds its roof, over several episodes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Mask
from tilefolk.core.legacy import Gain
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.metrics import PARTS, ROOF
from tilefolk.games.laying.rules.names import Layer
from tilefolk.games.laying.rules.reward import PROGRESS, counted
from tilefolk.games.laying.rules.rule_kinds import Outcomes, Task
from tilefolk.games.laying.rules.spot import OWN, Spot, own_marks


class Roof(NamedTuple):
    """What a board adds to the roof of a thing; `name` is what its parts are counted as."""

    thing: Mask
    name: str
    parts: int


@dataclass(frozen=True)
class Roofs:
    """A part of its roof for each thing with so many of its own symbol around it, two parts from `two` on.

    The last part of a roof brings progress, once for each thing.
    """

    at: Layer
    least: int
    two: int
    progress: int

    @cached_property
    def id(self) -> str:
        return f"roofs.{self.at}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.least, self.two, PARTS, self.progress)

    @cached_property
    def _spot(self) -> Spot:
        return Spot(OWN, self.least, 0, around=self.at)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        out: list[Gain] = []
        for _, roof, parts in self.built(outcome.ground, outcome.board, legacy):
            out += counted(self.id, roof, parts)
            if parts and legacy.count(roof) + parts == PARTS:
                out += counted(self.id, PROGRESS, self.progress)
        return tuple(out)

    def built(self, ground: Ground, board: Board, legacy: Legacy) -> Iterator[Roof]:
        """The parts that a board adds to the roof of each thing, which never has more than all."""
        for ring in self._spot.rings(ground):
            count = self._spot.counted(ground, board, ring)
            for mark in own_marks(ground, self.at, ring.thing):
                parts = (count >= self.least) + (count >= self.two)
                yield Roof(ring.thing, ROOF + mark, min(parts, PARTS - legacy.count(ROOF + mark)))

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        return ()
