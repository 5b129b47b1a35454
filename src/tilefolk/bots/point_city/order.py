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
    return Guessing(state).order(stream)


def laid_open(state: State, order: Order) -> State:
    """The state as somebody would see it who knows all faces."""
    return state._replace(up=order.up, down=order.down)


class Guessing:
    """What is seen of every tier, worked out once for many guesses."""

    def __init__(self, state: State) -> None:
        self.tiers = [Tier(state, tier) for tier in TIERS]

    def order(self, stream: Random) -> Order:
        cards = [card for tier in self.tiers for card in tier.cards(stream)]
        return Order(tuple(card.resource.kind for card in cards), tuple(card.building.id for card in cards))


class Tier:
    """First where the building has been seen, then where only the resource has, then the rest."""

    def __init__(self, state: State, tier: int) -> None:
        self._state, self.all, self._places = state, CARDS[tier - 1], positions(state, tier)
        self.half = [at for at in self._places if state.up[at] and not state.down[at]]
        self.hidden = [at for at in self._places if not state.up[at] and not state.down[at]]
        seen = [at for at in self._places if state.down[at]]
        self._known = sorted(seen, key=lambda at: not state.up[at])
        self.worlds = [frozenset(world) for world in worlds(state, tier)]
        spoken = Counter(state.up[at] for at in self.half)
        kinds = [Counter(self.all[number].resource.kind for number in loose) for loose in self.worlds]
        self.weights = [prod(perm(room[kind], n) for kind, n in spoken.items()) for room in kinds]

    def cards(self, stream: Random) -> list[Card]:
        """The cards of the tier in a random order that agrees with what is seen."""
        numbers = self._world(stream)
        loose = [card for number, card in enumerate(self.all) if number in numbers]
        built = [card for number, card in enumerate(self.all) if number not in numbers]
        cards = {at: _draw(self._state, at, built, stream) for at in self._known}
        cards |= {at: _draw(self._state, at, loose, stream) for at in self.half}
        stream.shuffle(loose)
        return [cards[at] if at in cards else loose.pop() for at in self._places]

    def _world(self, stream: Random) -> frozenset[int]:
        """The cards whose building is unseen, weighted by the arrangements that fit what is seen."""
        return self.worlds[0] if len(self.worlds) == 1 else stream.choices(self.worlds, self.weights)[0]


def _draw(state: State, at: Position, cards: list[Card], stream: Random) -> Card:
    """One of the cards that agrees with what is seen there; it is taken out."""
    up, down = state.up[at], state.down[at]
    fits = [
        number
        for number, card in enumerate(cards)
        if (not up or up == card.resource.kind) and (not down or down == card.building.id)
    ]
    return cards.pop(stream.choice(fits))
