"""Metrics: what can be counted on one board, named `largest:F` or `cover:plateau`."""

from collections.abc import Callable

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import largest, symbol_groups


def _largest(ground: Ground, board: Board, symbol: str) -> tuple[int, Mask]:
    return largest(list(symbol_groups(ground, board, ground.kind(symbol))))


def _cover(ground: Ground, board: Board, selector: str) -> tuple[int, Mask]:
    covered = 0
    for kind in range(len(ground.kinds)):
        covered |= ground.covered(board.marks, kind)
    covered &= ground.select((selector,))
    return covered.bit_count(), covered


METRICS: dict[str, Callable[[Ground, Board, str], tuple[int, Mask]]] = {"largest": _largest, "cover": _cover}


def measured(metric: str, ground: Ground, board: Board) -> tuple[int, Mask]:
    """The metric's number on this board and the cells it comes from."""
    name, _, argument = metric.partition(":")
    return METRICS[name](ground, board, argument)
