"""Action ids of Point City: flips, pairs, the draw, tokens, and every payment there can be."""

from collections.abc import Iterator

from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import BUILDINGS, KINDS
from tilefolk.games.point_city.facts import TOKENS
from tilefolk.games.point_city.market import BESIDE, NAMES
from tilefolk.games.point_city.payment import Purse, payments, spelled
from tilefolk.games.point_city.state import State
from tilefolk.games.point_city.turn import DRAW, TOKEN, take
from tilefolk.research.actions.table import ActionTable


class PointCityActions(ActionTable):
    """Flips, takes, the draw, tokens, and the payments for all buildings in the order of the cards."""

    def __init__(self) -> None:
        super().__init__((*_turns(), *_payments()))

    def listed(self, state: State, seat: int, action: Action) -> Action:
        return action

    def spelled(self, state: State, seat: int, number: int) -> Action:
        return self.entries[number]


def _turns() -> Iterator[Action]:
    yield from (("flip", name) for name in NAMES)
    for one, two in BESIDE:
        yield take(one, two)
        yield take(two, one)
    yield DRAW
    yield from ((TOKEN, name) for name in TOKENS)


def _payments() -> Iterator[Action]:
    """Every minimal payment for every building, whatever the purse."""
    for cost in dict.fromkeys(building.cost for building in BUILDINGS):
        plenty = (sum(cost),) * len(KINDS)
        for payment in payments(Purse(plenty, plenty, plenty, sum(cost)), cost):
            yield spelled(payment)
