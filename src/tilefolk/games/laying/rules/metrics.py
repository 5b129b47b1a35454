"""Metrics: what can be counted on one board, named `largest:F` or `cover:plateau`; goals: `kinds>=3`."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, fresh, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.groups import largest_symbol_group
from tilefolk.games.laying.rules.ops import Code, Op, Thing, bits
from tilefolk.games.laying.rules.rays import lit_cells

NEW_GROUP = "new_group"  # the head of the note under which a symbol's scored groups are marked
SPOT = "spot"  # the head of the note under which things are marked that have all they asked for
ROOF = "roof:"  # counted: the parts of the roof over a thing, which is named by the symbol it asks for
RAY = "ray:"  # the head of the metric that counts cells in the light of a thing
PARTS = 3  # of a whole roof
UNDER = "@"  # between a symbol and the cells it covers
AT_LEAST, AT_MOST = ">=", "<="

Measured = tuple[int, Mask]


def _largest(ground: Ground, board: Board, symbol: str) -> Measured:
    return largest_symbol_group(ground, board, ground.kind(symbol))


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


def _spots(ground: Ground, board: Board, thing: str) -> Measured:
    """Things around or in which enough lies."""
    scored = 0
    for name, cells in board.notes:
        scored |= cells if name.startswith(f"{SPOT}.{thing}.") else 0
    done = [cells for cells in ground.each(thing) if cells & scored]
    return len(done), sum(done)


def _ray(ground: Ground, board: Board, argument: str) -> Measured:
    """Cells that show one of these symbols in the light of a thing."""
    thing, _, symbols = argument.partition(":")
    cells = lit_cells(ground, board, thing, symbols)
    return cells.bit_count(), cells


def _lit(ground: Ground, board: Board, symbol: str) -> Measured:
    """Cells of a symbol that were lit: in an earlier match, so that a plot lies there, or in this one."""
    cells = ground.plots & ground.layer(symbol) | note(board, "lit")
    return cells.bit_count(), cells


def _roofs(ground: Ground, board: Board, _: str) -> Measured:
    """Things whose roof is complete."""
    return sum(what.startswith(ROOF) and parts >= PARTS for what, parts in ground.legacy.counts), 0


METRICS: dict[str, Callable[[Ground, Board, str], Measured]] = {
    "largest": _largest,
    "cover": _cover,
    "kinds": _kinds,
    "lit": _lit,
    "open": _open,
    "ray": _ray,
    "roofs": _roofs,
    "spots": _spots,
}


def measured(metric: str, ground: Ground, board: Board) -> Measured:
    """The metric's number on this board and the cells it comes from."""
    measure, argument = _measure_of(metric)
    return measure(ground, board, argument)


@cache
def _measure_of(metric: str) -> tuple[Callable[[Ground, Board, str], Measured], str]:
    name, _, argument = metric.partition(":")
    return METRICS[name], argument


def _ray_op(ground: Ground, argument: str) -> Op:
    """One thing for each cell of a ray; its kinds tell whether it begins a ray (1) and is a stone (2)."""
    thing, _, symbols = argument.partition(":")
    cells = tuple(
        Thing(cell, kinds=int(not index) | bool(cell & ground.stones) << 1)
        for ray in ground.rays.get(thing, ())
        for index, cell in enumerate(ray)
    )
    return Op(Code.RAYS, kinds=bits(ground, *symbols), things=cells)


def _cover_op(ground: Ground, argument: str) -> Op:
    symbol, _, selector = argument.rpartition(UNDER)
    kinds = bits(ground, *((symbol,) if symbol else ground.kinds))
    return Op(Code.COVERED, mask=ground.select((selector,)) & ~ground.plots, kinds=kinds)


METRIC_OPS: dict[str, Callable[[Ground, str], Op]] = {
    "largest": lambda ground, symbol: Op(Code.LARGEST, kinds=bits(ground, symbol)),
    "cover": _cover_op,
    "kinds": lambda ground, _: Op(Code.NOTES, notes=tuple(f"{NEW_GROUP}.{kind}" for kind in ground.kinds)),
    "lit": lambda ground, symbol: Op(Code.NOTED, mask=ground.plots & ground.layer(symbol), notes=("lit",)),
    "open": lambda ground, selector: Op(Code.CLEAR, mask=ground.select((selector,))),
    "ray": _ray_op,
    "roofs": lambda ground, _: Op(Code.CONSTANT, number=_roofs(ground, fresh(ground), "")[0]),
    "spots": lambda ground, thing: Op(
        Code.DONE, notes=(f"{SPOT}.{thing}.*",), things=tuple(map(Thing, ground.each(thing)))
    ),
}


def metric_op(metric: str, ground: Ground) -> Op:
    """The operation that counts what a metric counts."""
    name, _, argument = metric.partition(":")
    return METRIC_OPS[name](ground, argument)


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
