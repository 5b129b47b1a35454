"""Guessing what lies face down: one order of the deck that agrees with every face seen so far."""

from collections import Counter
from math import perm, prod
from random import Random
from typing import NamedTuple

from tilefolk.games.point_city.cards import CARDS, TIERS, Card
from tilefolk.games.point_city.hidden import positions, worlds
from tilefolk.games.point_city.state import Position, State


class Order(NamedTuple):
    """Both faces of every position of the deck."""

    up: tuple[str, ...]
    down: tuple[str, ...]


def guess(state: State, stream: Random) -> Order:
    """A random order of the deck that agrees with all faces seen; each such order is equally likely."""
    cards = [card for tier in TIERS for card in _guess_tier(state, tier, stream)]
    return Order(tuple(card.resource.kind for card in cards), tuple(card.building.id for card in cards))


def laid_open(state: State, order: Order) -> State:
    """The state as somebody would see it who knows all faces."""
    return state._replace(up=order.up, down=order.down)


def _guess_tier(state: State, tier: int, stream: Random) -> list[Card]:
    """First where the building has been seen, then where only the resource has, then the rest."""
    places = positions(state, tier)
    half = [at for at in places if state.up[at] and not state.down[at]]
    numbers = set(_world(state, tier, half, stream))
    loose = [card for number, card in enumerate(CARDS[tier - 1]) if number in numbers]
    built = [card for number, card in enumerate(CARDS[tier - 1]) if number not in numbers]
    known = sorted((at for at in places if state.down[at]), key=lambda at: not state.up[at])
    cards = {at: _draw(state, at, built, stream) for at in known}
    cards |= {at: _draw(state, at, loose, stream) for at in half}
    stream.shuffle(loose)
    return [cards[at] if at in cards else loose.pop() for at in places]


def _world(state: State, tier: int, half: list[Position], stream: Random) -> list[int]:
    """The cards whose building is unseen, weighted by the number of arrangements that fit what is seen."""
    known = worlds(state, tier)
    if len(known) == 1:
        return known[0]
    spoken = Counter(state.up[at] for at in half)
    kinds = [Counter(CARDS[tier - 1][number].resource.kind for number in loose) for loose in known]
    weights = [prod(perm(room[kind], n) for kind, n in spoken.items()) for room in kinds]
    return stream.choices(known, weights)[0]


def _draw(state: State, at: Position, cards: list[Card], stream: Random) -> Card:
    """One of the cards that agrees with what is seen there; it is taken out."""
    up, down = state.up[at], state.down[at]
    fits = [
        number
        for number, card in enumerate(cards)
        if (not up or card.resource.kind == up) and (not down or card.building.id == down)
    ]
    return cards.pop(stream.choice(fits))
