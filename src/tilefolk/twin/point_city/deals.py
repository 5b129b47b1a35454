"""Deals whose every card is known: the engine is told what it waits for."""

from random import Random
from typing import NamedTuple

from tilefolk.core.notation import CHANCE
from tilefolk.games import find
from tilefolk.games.point_city.cards import CARDS, TIERS
from tilefolk.games.point_city.facts import TOKENS
from tilefolk.games.point_city.hidden import position_of
from tilefolk.games.point_city.state import State


class Order(NamedTuple):
    """Both faces of every position of the deck, and the tokens of the row."""

    up: tuple[str, ...]
    down: tuple[str, ...]
    row: tuple[str, ...]
    first: int


def shuffled(state: State, stream: Random) -> Order:
    """A random order of everything that chance decides."""
    cards = [
        card
        for tier, n in zip(TIERS, state.setting.setup.tiers, strict=True)
        for card in stream.sample(CARDS[tier - 1], n)
    ]
    row = tuple(stream.sample(sorted(TOKENS), state.setting.setup.tokens))
    seats = len(state.cities)
    up, down = tuple(card.resource.kind for card in cards), tuple(card.building.id for card in cards)
    return Order(up, down, row, stream.randrange(seats))


def told(state: State, order: Order) -> State:
    """The state once chance has told everything that somebody waits for."""
    game, _ = find(state.setting.mode)
    while CHANCE in game.to_act(state):
        draw = game.draws(state)[0]
        if draw.stream == "first":
            outcome: tuple[str | int, ...] = (order.first,)
        elif draw.stream == "token":
            outcome = (order.row[draw.index],)
        else:
            side = str(draw.told[0][0])
            at = position_of(state, draw.stream, draw.index)
            outcome = (side, (order.up if side == "up" else order.down)[at])
        state = game.apply_trusted(state, CHANCE, (draw.stream, draw.index, *outcome))
    return state
