"""The games and the ways to play them."""

from tilefolk.core.game import AnyGame, Way
from tilefolk.games import my_city, my_island, point_city, roll_and_build

GAMES: dict[str, AnyGame] = {
    game.name: game for game in (my_city.GAME, roll_and_build.GAME, my_island.GAME, point_city)
}


class UnknownGame(LookupError):
    """No such game or way to play."""


def find(name: str) -> tuple[AnyGame, Way]:
    """The game and the way behind `game/mode`."""
    game = GAMES.get(name.partition("/")[0])
    if game is None or name not in game.mode_names():
        raise UnknownGame(name)
    return game, game.mode(name)


def modes_of(game: AnyGame) -> tuple[Way, ...]:
    """All ways to play a game; loads every one of its episodes."""
    return tuple(map(game.mode, game.mode_names()))


def all_ways() -> tuple[Way, ...]:
    return tuple(way for game in GAMES.values() for way in modes_of(game))


def own_bots() -> frozenset[str]:
    """Bots that sit only where a way seats them."""
    return frozenset(bot for game in GAMES.values() for bot in game.fixed_bots)
