"""One ply: try every action on what the seat has seen and take the one that looks best."""

from random import Random
from typing import Any

from tilefolk.bots import laying, point_city
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState

BY_GAME: dict[type, Bot] = {LayingState: laying.choose, PointCityState: point_city.choose}


def greedy(sight: Sight, stream: Random) -> Action:
    return BY_GAME.get(type(sight.state), by_score)(sight, stream)


def by_score(sight: Sight, stream: Random) -> Action:
    """The action with the best own score right after it; among equal ones any."""
    worth = [(_score(sight, action), stream.random(), index) for index, action in enumerate(sight.legal)]
    return sight.legal[max(worth)[2]]


def _score(sight: Sight, action: Action) -> int:
    after: Any = sight.game.apply_trusted(sight.state, sight.seat, action)
    return sight.game.score(after)[sight.seat].value
