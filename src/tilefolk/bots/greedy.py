"""One ply: try every action on what the seat has seen and take the one that looks best."""

from collections.abc import Callable
from random import Random
from typing import Any

from tilefolk.bots import laying, point_city
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState

Worth = Callable[[Action], float]
Outlook = Callable[[Sight, Random], Worth]

OUTLOOKS: dict[type, Outlook] = {LayingState: laying.outlook, PointCityState: point_city.outlook}


def greedy(sight: Sight, stream: Random) -> Action:
    outlook = OUTLOOKS.get(type(sight.state), by_score)
    return max(sight.legal, key=outlook(sight, stream))


def by_score(sight: Sight, stream: Random) -> Worth:
    """The seat's own score right after the action; of equal ones any."""

    def worth(action: Action) -> float:
        after: Any = sight.game.apply_trusted(sight.state, sight.seat, action)
        return float(sight.game.score(after)[sight.seat].value) + stream.random()

    return worth
