"""Numbers for actions: an id means the same in every match of a way; a mask says which are allowed."""

from functools import lru_cache

from tilefolk.games import find
from tilefolk.games.point_city.state import State as PointCityState
from tilefolk.research.actions.laying import LayingActions
from tilefolk.research.actions.point_city import PointCityActions
from tilefolk.research.actions.table import WAIT, ActionTable

__all__ = ["WAIT", "ActionTable", "actions_of"]


@lru_cache(maxsize=128)
def actions_of(name: str) -> ActionTable:
    """The action ids of a way to play."""
    game, mode = find(name)
    state = game.setup(name, mode.seats[0], {}, ())
    return PointCityActions() if isinstance(state, PointCityState) else LayingActions(state)
