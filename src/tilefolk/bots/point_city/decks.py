"""Many guesses of the deck at once, as the twin reads them; `order` makes single ones for the engine.

What lies behind a building that has been seen stays open: nobody can get it any more.
"""

from random import Random

from tilefolk.bots.point_city.order import Guessing, Tier
from tilefolk.games.point_city.cards import Card
from tilefolk.games.point_city.state import State
from tilefolk.twin.core import point_city
from tilefolk.twin.point_city.arrays import Ints, ints, rows_of_ints
from tilefolk.twin.point_city.dealing import RANDOM_BITS
from tilefolk.twin.point_city.tables import BUILDING_NUMBER, KIND_NUMBER


def guessed_decks(state: State, count: int, stream: Random) -> tuple[Ints, Ints]:
    """Both faces of every position in so many random orders that agree with all faces seen."""
    up = [KIND_NUMBER.get(kind, 0) for kind in state.up]
    down = [BUILDING_NUMBER.get(name, 0) for name in state.down]
    ups, downs = rows_of_ints([up] * count), rows_of_ints([down] * count)
    random = stream.getrandbits(RANDOM_BITS)
    for tier in Guessing(state).tiers:
        random = _dealt(tier, count, stream, random, ups, downs)
    return ups, downs


def _dealt(tier: Tier, count: int, stream: Random, random: int, ups: Ints, downs: Ints) -> int:
    kinds, buildings = _numbers(tier.all)
    worlds = [sorted(world) for world in tier.worlds]
    chosen = stream.choices(range(len(worlds)), tier.weights, k=count) if len(worlds) > 1 else [0] * count
    given = kinds, buildings, rows_of_ints(worlds), ints(chosen), ints(tier.half), ints(tier.hidden)
    return int(point_city.deal_tier(*given, ints([0] * len(tier.all)), random, ups, downs))


def _numbers(cards: tuple[Card, ...]) -> tuple[Ints, Ints]:
    kinds = [KIND_NUMBER[card.resource.kind] for card in cards]
    return ints(kinds), ints([BUILDING_NUMBER[card.building.id] for card in cards])
