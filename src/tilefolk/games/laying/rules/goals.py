"""GOALS, a SETUP rule: goals of which chance draws some before the first card; each is a race of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.chance import Draw
from tilefolk.games.laying.rules.names import Goal
from tilefolk.games.laying.rules.race import RaceGoal


@dataclass(frozen=True)
class Goals:
    """So many of these goals lie open, the same for all."""

    draw: int
    of: tuple[Goal, ...]
    prizes: tuple[int, ...]
    stream = "goal"

    @cached_property
    def id(self) -> str:
        return "goals"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.draw, len(self.of), *self.prizes)

    def drawing(self, index: int) -> Draw:
        """The draw of one of them."""
        items = tuple((goal,) for goal in self.of)
        return Draw(self.stream, index, items, items)

    def drawn(self, goals: Sequence[str]) -> list[RaceGoal]:
        """The races to those that were drawn."""
        return [self.races[goal] for goal in goals]

    @cached_property
    def races(self) -> dict[str, RaceGoal]:
        """The race to every goal."""
        return {goal: RaceGoal(goal=goal, prizes=self.prizes) for goal in self.of}
