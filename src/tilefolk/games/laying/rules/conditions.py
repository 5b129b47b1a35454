"""Conditions: a metric and the number it has to reach, `largest:F>=8` or `open:beach<=8`."""

from functools import lru_cache
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.metrics import measured

LEAST, MOST = ">=", "<="


class Condition(NamedTuple):
    metric: str
    sign: str
    n: int

    def reached_by(self, ground: Ground, board: Board) -> tuple[int, Mask]:
        """The number the metric has come to, and the cells it comes from."""
        return measured(self.metric, ground, board)

    def fulfilled(self, ground: Ground, board: Board) -> bool:
        count = self.reached_by(ground, board)[0]
        return count >= self.n if self.sign == LEAST else count <= self.n


@lru_cache(256)
def condition(goal: str) -> Condition:
    """The condition behind a word; raises ValueError."""
    for sign in (LEAST, MOST):
        metric, found, number = goal.partition(sign)
        if found:
            return Condition(metric, sign, int(number))
    raise ValueError(f"{goal!r} has neither {LEAST} nor {MOST}")
