"""Metrics: what can be counted on one board, named `largest:F` or `cover:plateau`."""

from collections.abc import Callable

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import largest, symbol_groups
from tilefolk.games.laying.rules.rays import lit_cells

ROOF = "roof:"  # counted: the parts of the roof over a thing, which is named by the symbol it wants
PARTS = 3  # of a whole roof


def _largest(ground: Ground, board: Board, symbol: str) -> tuple[int, Mask]:
    return largest(list(symbol_groups(ground, board, ground.kind(symbol))))


def _cover(ground: Ground, board: Board, selector: str) -> tuple[int, Mask]:
    covered = 0
    for kind in range(len(ground.kinds)):
        covered |= ground.covered(board.marks, kind)
    covered &= ground.select((selector,))
    return covered.bit_count(), covered


def _open(ground: Ground, board: Board, selector: str) -> tuple[int, Mask]:
    """Cells that nothing lies on."""
    bare = ground.select((selector,)) & board.clear
    return bare.bit_count(), bare


def _ray(ground: Ground, board: Board, argument: str) -> tuple[int, Mask]:
    thing, _, symbols = argument.partition(":")
    cells = lit_cells(ground, board, thing, symbols)
    return cells.bit_count(), cells


def _lit(ground: Ground, board: Board, symbol: str) -> tuple[int, Mask]:
    """Cells of a symbol that were lit: in an earlier match, so that a plot lies there, or in this one."""
    earlier = sum(laid.cells for laid in ground.printed) & ground.layer(symbol)
    cells = earlier | note(board, "lit")
    return cells.bit_count(), cells


def _roofs(ground: Ground, board: Board, argument: str) -> tuple[int, Mask]:
    """Things whose roof is complete."""
    return sum(what.startswith(ROOF) and parts >= PARTS for what, parts in ground.legacy.counts), 0


METRICS: dict[str, Callable[[Ground, Board, str], tuple[int, Mask]]] = {
    "largest": _largest,
    "cover": _cover,
    "lit": _lit,
    "open": _open,
    "ray": _ray,
    "roofs": _roofs,
}


def measured(metric: str, ground: Ground, board: Board) -> tuple[int, Mask]:
    """The metric's number on this board and the cells it comes from."""
    name, _, argument = metric.partition(":")
    return METRICS[name](ground, board, argument)
