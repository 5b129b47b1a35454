"""Bots for the lower levels: one builds anywhere, one is often content, one has a taste of its own."""

from random import Random

from tilefolk.bots.greedy import ranked
from tilefolk.bots.picking import by_taste, middling
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.point_city.cards import DOWN
from tilefolk.games.point_city.market import CELL, shown
from tilefolk.games.point_city.state import State as PointCityState

WAITING = (PASS, END, PUT_OFF)


def builder(sight: Sight, stream: Random) -> Action:
    """Any answer that builds something, each as likely as the other; where none does, any at all."""
    building = [action for action in sight.legal if _builds(sight, action)]
    return stream.choice(building or sight.legal)


def _builds(sight: Sight, action: Action) -> bool:
    if isinstance(sight.state, PointCityState) and not sight.state.tasks:
        return any(
            shown(sight.state, CELL[str(cell)]).side == DOWN for cell in action[1:] if action[0] == "take"
        )
    return action not in WAITING


def content(sight: Sight, stream: Random, often: float, share: float) -> Action:
    """Greedy that `often` takes any answer of the better `share`."""
    return ranked(sight, stream, middling(often, share))


def tasteful(sight: Sight, stream: Random, near: float) -> Action:
    """Greedy that takes any of the answers within so many points of the best one."""
    return ranked(sight, stream, by_taste(near))
