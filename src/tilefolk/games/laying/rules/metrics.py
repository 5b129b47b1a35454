"""Metrics: what can be counted on one board, named `largest:F` or `cover:plateau`; goals: `kinds>=3`."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import largest, symbol_groups

NEW_GROUP = "new_group"  # the head of the note under which a symbol's scored groups are marked
UNDER = "@"  # between a symbol and the cells it covers
AT_LEAST, AT_MOST = ">=", "<="

Measured = tuple[int, Mask]


def _largest(ground: Ground, board: Board, symbol: str) -> Measured:
    return largest(list(symbol_groups(ground, board, ground.kind(symbol))))


def _cover(ground: Ground, board: Board, argument: str) -> Measured:
    """Cells under tiles, plots apart; with a symbol before the cells, those that it covers."""
    symbol, _, selector = argument.rpartition(UNDER)
    kinds = [ground.kind(symbol)] if symbol else range(len(ground.kinds))
    covered = 0
    for kind in kinds:
        covered |= ground.covered(board.marks, kind)
    covered &= ground.select((selector,)) & ~ground.plots
    return covered.bit_count(), covered


def _kinds(ground: Ground, board: Board, _: str) -> Measured:
    """How many symbols have a group that has scored, wherever it lies."""
    marked = [cells for kind in ground.kinds if (cells := note(board, f"{NEW_GROUP}.{kind}"))]
    return len(marked), sum(marked)


def _open(ground: Ground, board: Board, selector: str) -> Measured:
    """Cells that are still visible."""
    cells = ground.select((selector,)) & board.clear
    return cells.bit_count(), cells


METRICS: dict[str, Callable[[Ground, Board, str], Measured]] = {
    "largest": _largest,
    "cover": _cover,
    "kinds": _kinds,
    "open": _open,
}


def measured(metric: str, ground: Ground, board: Board) -> Measured:
    """The metric's number on this board and the cells it comes from."""
    name, _, argument = metric.partition(":")
    return METRICS[name](ground, board, argument)


class Aim(NamedTuple):
    """A goal taken apart: a metric that must come to at least, or at most, a number."""

    metric: str
    number: int
    at_most: bool

    def is_reached(self, ground: Ground, board: Board) -> bool:
        count, _ = measured(self.metric, ground, board)
        return count <= self.number if self.at_most else count >= self.number


@cache
def aim_of(goal: str) -> Aim:
    """The goal behind a word such as `kinds>=3`; ValueError when it is none."""
    sign = AT_MOST if AT_MOST in goal else AT_LEAST
    metric, _, number = goal.partition(sign)
    return Aim(metric, int(number), sign == AT_MOST)
