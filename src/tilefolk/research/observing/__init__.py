"""Observations as numbers: planes and a vector, made from what a seat has seen and nothing else."""

from functools import lru_cache

from tilefolk.games import find
from tilefolk.games.point_city.state import State as PointCityState
from tilefolk.research.observing.laying import LayingObserver
from tilefolk.research.observing.observer import Observed, Observer
from tilefolk.research.observing.point_city import PointCityObserver

__all__ = ["Observed", "Observer", "observer_of"]


@lru_cache(maxsize=128)
def observer_of(name: str, seats: int) -> Observer:
    """What turns states of a way to play into numbers, for so many seats."""
    game, _ = find(name)
    state = game.setup(name, seats, {}, ())
    if isinstance(state, PointCityState):
        return PointCityObserver(game, state)
    return LayingObserver(game, state)
