"""What tests ask of a single board of the last chapter."""

from dataclasses import replace

from tests.dialect import Position
from tilefolk.games.laying.board import note
from tilefolk.games.laying.rules.end import Well
from tilefolk.games.laying.rules.names import Kind, Layer
from tilefolk.games.laying.rules.race import RaceLink


def linked(position: Position, kinds: str = "YR") -> bool:
    """Whether port and track are linked by buildings of these kinds."""
    (rule,) = position.episode.rules.race
    assert isinstance(rule, RaceLink)
    assert rule.kinds == ("Y", "R")
    return replace(rule, kinds=tuple(map(Kind, kinds))).reached(position.ground, position.board)


def parks(position: Position) -> tuple[str, ...]:
    return position.ground.grid.listed(note(position.board, "park"))


def wells(position: Position) -> int:
    return Well(Layer("well"), 4).line(position.ground, position.board)[0]


def tie_key(position: Position) -> tuple[int, ...]:
    (rows,) = position.episode.rules.ties
    return rows.key(position.ground, position.board)
