"""Who sits at a match: you, or bots by name, by file or as functions."""

from collections.abc import Callable, Sequence
from typing import Any

from tilefolk.api.errors import Error, error, spoken, unknown
from tilefolk.bots import BadBot, UnknownBot, bot_names, find_bot
from tilefolk.core.game import Mode
from tilefolk.core.play import Bot, forced

Player = str | Callable[..., Any] | None
Seats = int | Sequence[Player] | None


def seated(mode: Mode, seats: Seats) -> tuple[Bot | None, ...]:
    """A bot, or None for you, on each seat. A game's own bots take their seats by themselves."""
    if seats is None:
        seats = min(n - len(mode.fixed_bots) for n in mode.seats if n > len(mode.fixed_bots))
    if isinstance(seats, bool) or not isinstance(seats, int | Sequence) or isinstance(seats, str):
        raise error("python.seats", mode=mode.name, known=", ".join(map(str, mode.seats)))
    players: Sequence[Player] = (None,) * seats if isinstance(seats, int) else tuple(seats)
    return mode.seated([_bot(player) for player in players], lambda own: forced)


def _bot(player: Player) -> Bot | None:
    if player is None or callable(player):
        return player
    if not isinstance(player, str):
        raise error("python.player", given=repr(player), known=", ".join(bot_names()))
    try:
        return find_bot(player)
    except UnknownBot:
        raise unknown("cli.unknown_bot", player, bot_names()) from None
    except BadBot as bad:
        raise Error(spoken().say(bad.problem, **bad.names)) from bad
