"""The games and their modes: the ways to play them."""

from tilefolk.core.game import AnyGame, Mode
from tilefolk.games import my_city, my_island, point_city, roll_and_build

GAMES: dict[str, AnyGame] = {
    game.name: game for game in (my_city.GAME, roll_and_build.GAME, my_island.GAME, point_city)
}


class UnknownGame(LookupError):
    """No such game or mode."""


def find(name: str) -> tuple[AnyGame, Mode]:
    """The game and the mode behind the name `game/mode`."""
    game = GAMES.get(name.partition("/")[0])
    if game is None or name not in game.mode_names():
        raise UnknownGame(name)
    return game, game.mode(name)


def modes_of(game: AnyGame) -> tuple[Mode, ...]:
    """All modes of a game; loads every one of its episodes."""
    return tuple(map(game.mode, game.mode_names()))


def all_modes() -> tuple[Mode, ...]:
    return tuple(mode for game in GAMES.values() for mode in modes_of(game))


def fixed_bot_names() -> frozenset[str]:
    """The bots that sit only where a mode seats them."""
    return frozenset(bot for game in GAMES.values() for bot in game.fixed_bot_names)
