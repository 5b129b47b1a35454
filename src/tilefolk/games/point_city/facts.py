"""The numbers of the game: set-up by seats, the market, the civic tokens, the automaton's levels."""

import tomllib
from dataclasses import dataclass

from tilefolk.games.point_city.cards import DATA


@dataclass(frozen=True, slots=True)
class Setup:
    """Cards of each tier in the deck, and civic tokens in the row."""

    tiers: tuple[int, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Token:
    """A civic token: what it counts, and what each of those is worth."""

    counts: str
    worth: int
    kinds: tuple[str, ...] = ()
    times: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """What the automaton's city is worth: per token, per ingenuity card, and by how often it has a kind."""

    token: int
    symbols: tuple[int, ...]
    ingenuity: int = 0

    def kind(self, n: int) -> int:
        """The points for n symbols of one kind."""
        return n * self.symbols[min(n, len(self.symbols)) - 1] if n else 0


_DATA = tomllib.loads((DATA / "game.toml").read_text(encoding="utf-8"))

TURNS: int = _DATA["turns"]
COLUMNS: int = _DATA["market"]["columns"]
ROWS: int = _DATA["market"]["rows"]
SETUPS = {int(n): Setup(tuple(entry["tiers"]), entry["tokens"]) for n, entry in _DATA["setup"].items()}
LEVELS = {
    name: Level(entry["token"], tuple(entry["symbols"]), entry.get("ingenuity", 0))
    for name, entry in _DATA["automaton"].items()
}
TOKENS = {
    name: Token(entry["counts"], entry["worth"], tuple(entry.get("kinds", ())), entry.get("times", 0))
    for name, entry in _DATA["token"].items()
}
