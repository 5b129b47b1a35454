"""The games and their modes: the ways to play them.

Calling the package lists them: `tilefolk.games()` is a stable name, and a package has the same.
"""

import sys
from pathlib import Path
from types import ModuleType

from tilefolk.core.game import AnyGame, Mode
from tilefolk.games import my_city, my_island, point_city, roll_and_build

FOLDER = Path(__file__).parent
GAMES: dict[str, AnyGame] = {
    game.name: game for game in (my_city.GAME, roll_and_build.GAME, my_island.GAME, point_city)
}


class UnknownGame(LookupError):
    """No such game or mode."""


def find(name: str, version: int | None = None) -> tuple[AnyGame, Mode]:
    """The game and the mode behind `game/mode`: of that version if we have it, else the newest."""
    game = GAMES.get(name.partition("/")[0])
    if game is None or name not in game.mode_names():
        raise UnknownGame(name)
    return game, game.mode(name, version)


def modes_of(game: AnyGame) -> tuple[Mode, ...]:
    """All modes of a game; loads every one of its episodes."""
    return tuple(map(game.mode, game.mode_names()))


def all_modes() -> tuple[Mode, ...]:
    return tuple(mode for game in GAMES.values() for mode in modes_of(game))


def fixed_bot_names() -> frozenset[str]:
    """The bots that sit only where a mode seats them."""
    return frozenset(bot for game in GAMES.values() for bot in game.fixed_bot_names)


def list_games() -> tuple[Mode, ...]:
    """Every game that `tilefolk.match` can begin: its name, for how many seats, and its options."""
    return all_modes()


class _CallableModule(ModuleType):
    """A package that can be called."""

    def __call__(self) -> tuple[Mode, ...]:
        return list_games()


sys.modules[__name__].__class__ = _CallableModule
