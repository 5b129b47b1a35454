"""The characters people play against: levels of strength, and how each plays which game."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.notation import Action
from tilefolk.core.play import Bot, Sight

FILE = Path(__file__).with_name("characters.toml")
MIDDLE = 3  # the level whose bots come first to a table
BUDGETS = ("playouts", "answers")  # parameters that say how much an answer may cost


class BadCharacter(ValueError):
    """A character that cannot play: which one, and why."""


class Way(NamedTuple):
    """How a character plays some games, or all of them: a function and its parameters."""

    games: tuple[str, ...]
    function: str
    parameters: tuple[tuple[str, Any], ...]

    def is_for(self, game: str) -> bool:
        return not self.games or game in self.games

    @property
    def has_budget(self) -> bool:
        return any(key in BUDGETS for key, _ in self.parameters)

    def divided(self, by: int) -> "Way":
        """The same way for a part of its cost."""
        cheaper = ((key, max(1, value // by) if key in BUDGETS else value) for key, value in self.parameters)
        return self._replace(parameters=tuple(cheaper))


class Warmth(NamedTuple):
    """What a search needs in its process before its first answer in a mode; characters share it."""

    module: str
    mode: str

    def warm_up(self) -> None:
        """Load it, and compile it if need be: not a part of any answer's time."""
        import_module(self.module).warm_up(self.mode)


@dataclass(frozen=True)
class Character:
    """A bot with a level; called as any other."""

    id: str
    level: int
    ways: tuple[Way, ...]
    below: tuple["Character", ...]  # the strongest first

    def __call__(self, sight: Sight, stream: Random) -> Action:
        return _bot(self.way(sight.game.name))(sight, stream)

    def warmth(self, mode: str) -> Warmth | None:
        """What has to be warm before it plays a mode; None for a way that does not search."""
        way = self.way(mode.partition("/")[0])
        return Warmth(way.function.partition(":")[0], mode) if way.has_budget else None

    def own_way(self, game: str) -> Way | None:
        return next((way for way in self.ways if way.is_for(game)), None)

    def way(self, game: str) -> Way:
        """How it plays a game: its own way, or that of the strongest one below that has any."""
        return first_of(way for one in (self, *self.below) if (way := one.own_way(game)))

    def divided(self, by: int) -> "Character":
        """The same character with a part of its budget, called `owl/8`; weaker, and quicker to measure."""
        below = tuple(one.divided(by) for one in self.below)
        return Character(f"{self.id}/{by}", self.level, tuple(way.divided(by) for way in self.ways), below)

    @property
    def has_budget(self) -> bool:
        return any(way.has_budget for way in self.ways)

    def plays(self, games: Sequence[str]) -> list[str]:
        """Those of the games that it plays in a way of its own."""
        return [game for game in games if self.own_way(game)]


def read_characters(data: Mapping[str, Any]) -> dict[str, Character]:
    """The characters of a TOML document by id, the weakest first. Raises BadCharacter."""
    out: dict[str, Character] = {}
    for id, entry in sorted(data.items(), key=lambda item: int(item[1]["level"])):
        ways = tuple(_way(id, way) for way in entry.get("way", ()))
        below = tuple(reversed(out.values()))
        if below and below[0].level >= entry["level"]:
            raise BadCharacter(f"{id}: {below[0].id} has the same level")
        if not below and not any(not way.games for way in ways):
            raise BadCharacter(f"{id}: the weakest one needs a way for every game")
        out[id] = Character(id, entry["level"], ways, below)
    return out


def _way(id: str, entry: Mapping[str, Any]) -> Way:
    parameters = {key: value for key, value in entry.items() if key not in ("games", "bot")}
    if ":" not in entry.get("bot", ""):
        raise BadCharacter(f"{id}: a way needs a bot such as package.module:function")
    return Way(tuple(entry.get("games", ())), entry["bot"], tuple(parameters.items()))


@cache
def _bot(way: Way) -> Bot:
    """The function of a way with its parameters; imported when somebody plays that way first."""
    module, _, function = way.function.partition(":")
    return partial(getattr(import_module(module), function), **dict(way.parameters))


CHARACTERS = read_characters(tomllib.loads(FILE.read_text(encoding="utf-8")))


def company(game: str, count: int) -> list[str]:
    """So many characters for seats that nobody has chosen a bot for, all different as long as there are any.

    Neither the weakest nor the strongest come first.
    """
    playing = [one for one in CHARACTERS.values() if one.own_way(game)]
    in_turn = sorted(playing, key=lambda one: abs(one.level - MIDDLE))
    return [in_turn[index % len(in_turn)].id for index in range(count)]
