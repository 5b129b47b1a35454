"""SOOT, a REWARD rule: open ground beside a factory is spoiled for good."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.game import Legacy
from tilefolk.core.legacy import Gain
from tilefolk.games.laying.rules.choice import Bound
from tilefolk.games.laying.rules.end_groups import marked
from tilefolk.games.laying.rules.names import Cell, Selector, Sticker
from tilefolk.games.laying.rules.rule_kinds import Choice, Outcomes, Task


@dataclass(frozen=True)
class Soot:
    """A sticker on a cell that ended bare beside a building with a mark, so many times; the owner chooses."""

    mark: str
    put: Sticker
    n: int
    on: tuple[Selector, ...]
    off: tuple[Selector, ...] = ()
    id = "soot"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        return ()

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]:
        cells = self.cells(outcome)
        return tuple(Task(self.id, number, cells) for number in range(min(self.n, len(cells))))

    def choice(self, task: Task) -> Choice | None:
        if task.rule != self.id or not 0 <= task.number < self.n:
            return None
        found = tuple(map(Cell, task.cells))
        return Bound((self.put,), self.on, off=self.off, found=found, because="sooted")

    def cells(self, outcome: Outcomes) -> tuple[str, ...]:
        """Where soot may fall: bare cells of the finished board that share a side with such a building."""
        ground, board = outcome.ground, outcome.board
        near = 0
        for factory in marked(ground, board, self.mark):
            near |= factory.around
        return ground.grid.listed(ground.select(self.on) & board.clear & near & ~ground.select(self.off))
