"""Matches in front of the terminal client: tables, views and hands to begin with."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from tests.cli.terminal.keyboard import open_table
from tests.dialect import game_of, legacy_for, options_for, random_match
from tests.games import peek
from tilefolk.bots import BOTS
from tilefolk.cli.terminal.laying.hand import Hand, read_hand
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.core.chance import open_seed, seal
from tilefolk.core.game import AnyGame
from tilefolk.core.match import Header, Match
from tilefolk.games import find

MODE, ISLAND = "my_city/eternal", "my_island/eternal"
LATER = ("my_island/12", "my_island/23")  # episodes with choices after the ranking
CITY = find(MODE)[0]
PEEK: AnyGame = peek
BOT: Player = ("random", BOTS["random"])
GREEDY: Player = ("greedy", BOTS["greedy"])
SIZES = ((100, 32), (80, 24))


def city(*others: Player, **more: Any) -> Table:
    return open_table(CITY, MODE, [None, *others], seed="s", **more)


def probe(mode: str, people: int = 1, bots: int = 1, seed: str = "s") -> Table:
    """A table for an episode of the tests, with all options and something brought along."""
    seats, secret = people + bots, open_seed(seed)
    options = tuple(sorted(options_for(mode, "together").items()))
    header = Header(mode, 1, seats, options, seal(secret), (), seed)
    match = Match(game_of(mode), header, legacy_for(mode, seats))
    return Table(match, secret, [None] * people + [BOT] * bots, None)


def plain(lines: Sequence[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def view_after(mode: str, lines: int, seats: int = 2) -> Any:
    match = random_match(mode, seats, "together", "x", stop=lines, quits=0.0)
    return match.game.view(match.state, 0)


def hands(mode: str) -> list[Hand]:
    views = [view_after(mode, lines) for lines in range(1, 60, 4)]
    return [hand for hand in map(read_hand, views) if hand]
