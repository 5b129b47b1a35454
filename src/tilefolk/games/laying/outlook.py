"""Hints about light, roofs and waves: how far rays reach, what is lit, what is built, what will be lost."""

from functools import lru_cache
from typing import Any

from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.hints import hexed
from tilefolk.games.laying.rules.end import Counted
from tilefolk.games.laying.rules.metrics import RAY, measured
from tilefolk.games.laying.rules.once import Cover, Hazard
from tilefolk.games.laying.rules.roofs import Roofs

Rows = list[list[Any]]

KEPT = 256  # episodes whose rules are remembered
EARLIER, LIT, OPEN, DARK = "earlier", "lit", "open", "dark"  # of a cell that asks for a symbol


def outlook(episode: Episode, ground: Ground, board: Board) -> dict[str, Any]:
    """What only some episodes have; nothing is told of a rule that is not in force, not even its name."""
    out: dict[str, Any] = {}
    rays, lights, roofs, waves = _outlooks(episode)
    if rays:
        out["rays"] = [_ray(rule, ground, board) for rule in rays]
    if lights:
        out["lights"] = [row for rule in lights for row in _lights(rule, ground, board)]
    if roofs:
        out["roofs"] = [row for rule in roofs for row in _roofs(rule, ground, board)]
    if waves:
        out["waves"] = [_wave(rule, ground, board) for rule in waves]
    return out


@lru_cache(KEPT)
def _outlooks(episode: Episode) -> tuple[list[Counted], list[Cover], list[Roofs], list[Hazard]]:
    """The rules that there is something to tell of: rays, lights, roofs, waves."""
    rules = episode.rules
    return (
        ray_rules(episode),
        [rule for rule in rules.once if isinstance(rule, Cover) and rule.wanted],
        [rule for rule in rules.reward if isinstance(rule, Roofs)],
        [rule for rule in rules.round if isinstance(rule, Hazard)],
    )


def ray_rules(episode: Episode) -> list[Counted]:
    """The rules that count what lies in some light."""
    ends = (rule for _, rule in episode.rules.end)
    return [rule for rule in ends if isinstance(rule, Counted) and rule.metric.startswith(RAY)]


def lit_by(rule: Counted, ground: Ground, board: Board) -> Mask:
    """The cells that lie in its light."""
    return measured(rule.metric, ground, board)[1]


def _ray(rule: Counted, ground: Ground, board: Board) -> list[Any]:
    """Rays: rule, the symbols they light, the cells of each one after the other, and those that are lit."""
    thing, _, symbols = rule.metric.removeprefix(RAY).partition(":")
    cells = [[hexed(cell) for cell in ray] for ray in ground.rays[thing]]
    return [rule.id, list(symbols), cells, hexed(lit_by(rule, ground, board))]


def _lights(rule: Cover, ground: Ground, board: Board) -> Rows:
    """Cells that ask for a symbol: rule, cell, symbol; whether it is or was lit, can be, or stays dark."""
    lit, free = note(board, "lit"), board.clear & ground.open
    left = rule.most is None or lit.bit_count() < rule.most
    rows = [
        (bit, mark)
        for (symbol, mark), cells in ground.wants.items()
        if symbol in rule.on
        for bit in bits_of(cells)
    ]
    return [
        [rule.id, hexed(1 << bit), mark, _shines(1 << bit, ground, lit, free if left else 0)]
        for bit, mark in rows
    ]


def _shines(cell: Mask, ground: Ground, lit: Mask, free: Mask) -> str:
    if cell & ground.plots:
        return EARLIER
    return LIT if cell & lit else OPEN if cell & free else DARK


def _roofs(rule: Roofs, ground: Ground, board: Board) -> Rows:
    """Roofs: rule, the thing, what its parts are counted as, those it has, those this board would add."""
    return [
        [rule.id, hexed(roof.thing), roof.name, ground.legacy.count(roof.name), roof.parts]
        for roof in rule.built(ground, board, ground.legacy)
    ]


def _wave(rule: Hazard, ground: Ground, board: Board) -> list[Any]:
    """Waves: rule, after which round, what cells become, and those it would take, or has taken."""
    struck = board.ended or board.round >= rule.after
    cells = ground.select(rule.on) & (note(board, rule.becomes) if struck else board.clear & ground.open)
    return [rule.id, rule.after, rule.becomes, hexed(cells), bool(struck)]
