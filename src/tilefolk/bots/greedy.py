"""One ply: try every action on what the seat has seen and take the one that looks best."""

from collections.abc import Callable
from random import Random
from typing import Any

from tilefolk.bots import laying, point_city
from tilefolk.bots.picking import Pick, highest
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState

Ranking = Callable[[Sight, Random, Pick], Action]  # ranks all answers and lets one be picked

BY_GAME: dict[type, Ranking] = {LayingState: laying.choose, PointCityState: point_city.choose}


def greedy(sight: Sight, stream: Random) -> Action:
    return ranked(sight, stream, highest)


def ranked(sight: Sight, stream: Random, pick: Pick) -> Action:
    """The answer that `pick` takes of all, ranked by how good they look."""
    return BY_GAME.get(type(sight.state), by_score)(sight, stream, pick)


def by_score(sight: Sight, stream: Random, pick: Pick = highest) -> Action:
    """The action with the best own score right after it, or the one `pick` takes; equal ones in any order."""
    worth = [(_score(sight, action), stream.random(), index) for index, action in enumerate(sight.legal)]
    worth.sort(reverse=True)
    return sight.legal[worth[pick([score for score, _, _ in worth], stream)][2]]


def _score(sight: Sight, action: Action) -> int:
    after: Any = sight.game.apply_trusted(sight.state, sight.seat, action)
    return sight.game.score(after)[sight.seat].value
