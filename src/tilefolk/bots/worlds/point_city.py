"""Worlds of Point City: one order of the deck that agrees with every face seen so far."""

from functools import partial
from random import Random

from tilefolk.bots.point_city.order import Order, guess
from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import AnyGame
from tilefolk.core.world import World, arranged
from tilefolk.games.point_city.cards import UP
from tilefolk.games.point_city.hidden import position_of
from tilefolk.games.point_city.state import State


def made_up(game: AnyGame, seen: State, stream: Random) -> World:
    order = guess(seen, stream)
    named: dict[int, Outcome] = {index: (name,) for index, name in enumerate(seen.row) if name}
    streams = {draw.stream: draw for draw in game.streams(seen.setting.mode, len(seen.cities))}
    others = {
        "first": arranged(streams["first"].told, {}, stream),
        "token": arranged(streams["token"].told, named if "" in seen.row else {}, stream),
    }
    return World(game, seen, partial(_outcome, seen, order, others))


def _outcome(seen: State, order: Order, others: dict[str, dict[int, Outcome]], draw: Draw) -> Outcome:
    """The face that a draw asks for, or who begins, or a token of the row."""
    if draw.stream in others:
        return others[draw.stream][draw.index]
    side, position = str(draw.told[0][0]), position_of(seen, draw.stream, draw.index)
    return side, (order.up if side == UP else order.down)[position]
