"""Hints for those who plan: groups and roads of a board, and who leads where seats are compared."""

from typing import Any

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.comparison import Most, leading
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.state import State

Rows = list[list[Any]]


def groups(episode: Episode, ground: Ground, board: Board) -> Rows:
    """Symbols that hang together, two and more: rule, cells, size, whether they have scored."""
    return [
        [rule.id, hexed(group.cells), group.size, group.scored]
        for rule in episode.rules.once
        if isinstance(rule, NewGroup)
        for group in rule.groups(ground, board)
        if group.size > 1
    ]


def roads(episode: Episode, ground: Ground, board: Board) -> Rows:
    """Where roads begin: rule, cells, whether it has scored, the cells missing (None: no way is left)."""
    return [
        [rule.id, hexed(road.start), road.scored, None if road.missing is None else hexed(road.missing)]
        for rule in episode.rules.once
        if isinstance(rule, Road)
        for road in rule.roads(ground, board)
    ]


def majorities(state: State) -> Rows:
    """What is compared at the end: rule, every seat's count, the seats that lead now."""
    out: Rows = []
    for _, rule in state.episode.rules.table:
        if isinstance(rule, Most):
            counts = [count for count, _ in rule.counts(state.setting.grounds, state.boards)]
            leaders = [seat for seat, leads in enumerate(leading(counts)) if leads]
            out.append([rule.id, counts, leaders])
    return out


def hexed(mask: Mask) -> str:
    return f"{mask:x}"
