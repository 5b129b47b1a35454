"""Game modes, series and bots by the names a person types; an unknown name stops the command."""

from collections.abc import Sequence
from fnmatch import filter as matching
from typing import NoReturn

import typer

from tilefolk import bots
from tilefolk.bots import BadBot, UnknownBot, bot_names, resolved_name
from tilefolk.campaign import all_offers, offer
from tilefolk.cli.messages import print_error, stop
from tilefolk.core.game import Mode
from tilefolk.core.play import Bot
from tilefolk.games import UnknownGame, fixed_bot_names
from tilefolk.locale import Texts
from tilefolk.suggest import closest


def find_mode(texts: Texts, name: str) -> Mode:
    """The game mode or series of this name; the name of a game will do where it has only one mode."""
    try:
        return offer(name)
    except UnknownGame:
        of_game = modes_of_game(name)
        return of_game[0] if len(of_game) == 1 else _stop_unknown_game(texts, name)


def modes_of_game(name: str) -> list[Mode]:
    """All modes and series of the game of this name; none if there is no such game."""
    return [mode for mode in all_offers() if mode.name.partition("/")[0] == name.rstrip("/")]


def find_modes(texts: Texts, pattern: str) -> list[Mode]:
    """All game modes and series that match a pattern such as `point_city/solo-*`."""
    names = matching([mode.name for mode in all_offers()], pattern)
    return [offer(name) for name in names] or [find_mode(texts, pattern)]


def _stop_unknown_game(texts: Texts, name: str) -> NoReturn:
    of_game = modes_of_game(name)
    if of_game:
        stop(texts, "cli.which_mode", game=name, known=", ".join(mode.name for mode in of_game))
    stop_unknown(texts, "cli.unknown_game", name, [mode.name for mode in all_offers()])


def stop_unknown(texts: Texts, message: str, given: str, known: Sequence[str]) -> NoReturn:
    """Exit and say what exists, and what was probably meant."""
    print_error(texts, message, given=given, known=", ".join(known))
    near = closest(given, known)
    if near:
        stop(texts, "suggest.name", name=near)
    raise typer.Exit(2)


def find_bots(texts: Texts, names: str) -> list[tuple[str, Bot]]:
    """The bots of a comma-separated list."""
    return [(name, find_bot(texts, name)) for name in map(str.strip, names.split(","))]


def find_bot(texts: Texts, name: str) -> Bot:
    """The bot of this name: ours, an installed one, or a function in a file."""
    if not name:
        stop(texts, "cli.empty_bot", known=", ".join(bot_names()))
    try:
        return bots.find_bot(name)
    except UnknownBot:
        stop_unknown(texts, "cli.unknown_bot", name, bot_names())
    except BadBot as bad:
        stop(texts, bad.problem, code=2, **bad.names)


def check_fixed_bots(texts: Texts, mode: Mode, names: Sequence[str | None]) -> None:
    """Stop unless the game's own bots sit on exactly the seats the game gives them."""
    own = fixed_bot_names()
    placed = tuple((seat, name) for seat, name in enumerate(names) if name in own)
    if placed == mode.fixed_bots:
        return
    if not mode.fixed_bots:
        stop(texts, "cli.own_bot", bot=str(placed[0][1]), mode=mode.name)
    seat, bot = mode.fixed_bots[0]
    stop(texts, "cli.own_seat", bot=bot, mode=mode.name, seat=str(seat + 1))


def admit_to_tables(texts: Texts, names: str | None) -> tuple[str, ...]:
    """The bots of a comma-separated list, which may sit at the tables of this site from now on."""
    found = tuple(name for name, _ in find_bots(texts, names)) if names else ()
    resolved = tuple(resolved_name(name) for name in found)
    try:
        bots.admit_bots(resolved)
    except BadBot as bad:
        stop(texts, bad.problem, code=2, **bad.names)
    return resolved
