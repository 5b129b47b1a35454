"""One ply: try every action on what the seat has seen and take the one that looks best."""

from collections.abc import Callable
from random import Random
from typing import Any

from tilefolk.bots import laying
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.state import State as LayingState

Worth = Callable[[Action], float]

MOOD = 1.0  # so that three greedy bots at one table do not build one city three times
OUTLOOKS: dict[type, Callable[[Sight, Random], Worth]] = {LayingState: laying.outlook}


def greedy(sight: Sight, stream: Random) -> Action:
    worth = OUTLOOKS.get(type(sight.state), by_score)(sight, stream)
    return max(sight.legal, key=lambda action: worth(action) + stream.random() * MOOD)


def by_score(sight: Sight, stream: Random) -> Worth:
    """The seat's own score right after an action."""

    def worth(action: Action) -> float:
        after: Any = sight.game.apply_trusted(sight.state, sight.seat, action)
        return float(sight.game.score(after)[sight.seat].value)

    return worth
