"""Game modes, series and bots by the names a person types; an unknown name stops the command."""

from collections.abc import Sequence
from fnmatch import filter as matching
from typing import NoReturn

from tilefolk.bots import BOTS
from tilefolk.campaign import all_offers, offer
from tilefolk.cli.messages import stop
from tilefolk.core.game import Mode
from tilefolk.core.play import Bot
from tilefolk.games import UnknownGame, fixed_bot_names
from tilefolk.locale import Texts


def find_way(texts: Texts, name: str) -> Mode:
    """The game mode or series of this name."""
    try:
        return offer(name)
    except UnknownGame:
        _stop_unknown_game(texts, name)


def find_ways(texts: Texts, pattern: str) -> list[Mode]:
    """All game modes and series that match a pattern such as `point_city/solo-*`."""
    names = matching([way.name for way in all_offers()], pattern)
    return [offer(name) for name in names] or _stop_unknown_game(texts, pattern)


def _stop_unknown_game(texts: Texts, name: str) -> NoReturn:
    stop(texts, "cli.unknown_game", given=name, known=", ".join(way.name for way in all_offers()))


def find_bots(texts: Texts, names: str) -> list[tuple[str, Bot]]:
    """The bots of a comma-separated list."""
    return [(name, find_bot(texts, name)) for name in map(str.strip, names.split(","))]


def find_bot(texts: Texts, name: str) -> Bot:
    """The bot of this name."""
    if not name:
        stop(texts, "cli.empty_bot", known=", ".join(sorted(BOTS)))
    if name not in BOTS:
        stop(texts, "cli.unknown_bot", given=name, known=", ".join(sorted(BOTS)))
    return BOTS[name]


def check_fixed_bots(texts: Texts, way: Mode, names: Sequence[str | None]) -> None:
    """Stop unless the game's own bots sit on exactly the seats the game gives them."""
    own = fixed_bot_names()
    placed = tuple((seat, name) for seat, name in enumerate(names) if name in own)
    if placed == way.fixed_bots:
        return
    if not way.fixed_bots:
        stop(texts, "cli.own_bot", bot=str(placed[0][1]), way=way.name)
    seat, bot = way.fixed_bots[0]
    stop(texts, "cli.own_seat", bot=bot, way=way.name, seat=str(seat + 1))
