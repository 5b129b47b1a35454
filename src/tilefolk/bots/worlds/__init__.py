"""Worlds that agree with what a seat has seen: what a search plays on in."""

from collections.abc import Callable
from random import Random
from typing import Any

from tilefolk.bots.worlds import laying, point_city
from tilefolk.core.play import Sight
from tilefolk.core.world import World
from tilefolk.games.laying.state import State as LayingState
from tilefolk.games.point_city.state import State as PointCityState

MADE_UP: dict[type, Callable[[Any, Any, Random], World]] = {
    LayingState: laying.made_up,
    PointCityState: point_city.made_up,
}


def resample(sight: Sight, stream: Random) -> World:
    """A world that agrees with everything the seat has seen; what it has not seen follows from the stream.

    Draws to come are as likely as they are in the match. What others have answered and not shown is any of
    their answers, each as likely as any other. At own pace the others have not begun.
    """
    return MADE_UP[type(sight.state)](sight.game, sight.state, stream)
