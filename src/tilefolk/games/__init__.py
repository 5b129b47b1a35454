"""The games and the ways to play them."""

from tilefolk.core.game import AnyGame, Way
from tilefolk.games import my_city, my_island, point_city, roll_and_build

GAMES: dict[str, AnyGame] = {game.name: game for game in (my_city, roll_and_build, my_island, point_city)}


class UnknownGame(LookupError):
    """No such game or way to play."""


def find(name: str) -> tuple[AnyGame, Way]:
    """The game and the way behind `game/mode`."""
    game = GAMES.get(name.partition("/")[0])
    for way in game.ways() if game else ():
        if way.name == name:
            return game, way  # type: ignore[return-value]
    raise UnknownGame(name)


def all_ways() -> tuple[Way, ...]:
    return tuple(way for game in GAMES.values() for way in game.ways())


def own_bots() -> frozenset[str]:
    """Bots that sit only where a way seats them."""
    return frozenset(bot for way in all_ways() for _, bot in way.sits)
