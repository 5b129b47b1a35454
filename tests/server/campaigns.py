"""Campaigns for tests of the server: played by bots up to a match, and choices read off a view."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.core.match import Match
from tilefolk.core.play import play
from tilefolk.games import find

CAMPAIGN = "my_city/campaign"
ISLAND = "my_island/campaign"


@cache
def played(seats: int, matches: int, name: str = CAMPAIGN) -> tuple[Match, ...]:
    """The first matches of a campaign between bots."""
    if not matches:
        return ()
    before = played(seats, matches - 1, name)
    return (*before, _next(seats, before, range(seats), name))


@cache
def played_by_some(seats: int, everybody: int, lineup: tuple[int, ...], matches: int) -> tuple[Match, ...]:
    """A campaign of which everybody played some matches, and this line-up those after them."""
    if matches == everybody:
        return played(seats, everybody)
    before = played_by_some(seats, everybody, lineup, matches - 1)
    return (*before, _next(seats, before, lineup))


def _next(seats: int, before: Sequence[Match], lineup: Sequence[int], name: str = CAMPAIGN) -> Match:
    series = SERIES[name]
    now = standing(series, seats, list(map(finished, before)))
    assert now.next_mode
    game, mode = find(now.next_mode)
    options = series.options_of(mode, {"pace": "together"})
    bots, seed = [BOTS["random"]] * len(lineup), f"server/{len(before) + 1}"
    people = (now.legacy_of(lineup), now.named(lineup), now.asleep(lineup))
    return play(game, mode, bots, seed, options, *people)


def record_of(seats: int, matches: int, cities: Sequence[str] = (), name: str = CAMPAIGN) -> SeriesRecord:
    return SeriesRecord(SERIES[name], seats, played(seats, matches, name), tuple(cities))


def text_of(seats: int, matches: int, cities: Sequence[str] = (), name: str = CAMPAIGN) -> str:
    return write_series(record_of(seats, matches, cities, name))


def cells_to_choose(view: dict[str, Any]) -> list[str]:
    """The cells on which the next sticker may go, read off the view alone."""
    choice, grid = view["choices"][0], view["grid"]
    legal = int(choice["legal"], 16)
    bits = [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
    places = [divmod(bit, grid["width"]) for bit in bits]
    cells = [(row + grid["top"], column + grid["left"]) for row, column in places]
    if grid["lattice"] == "hex":
        return [f"{column},{row}" for row, column in cells]
    return [f"{chr(65 + column)}{row + 1}" for row, column in cells]


def stick(view: dict[str, Any], rand: Random | None = None) -> str:
    """A line that puts the next sticker: on the first cell, or on any."""
    cells = cells_to_choose(view)
    return f"stick {view['choices'][0]['what'][0]} {rand.choice(cells) if rand else cells[0]}"


def choose(view: dict[str, Any]) -> str:
    """A line that answers the next choice, whatever it asks for."""
    if view["choices"][0]["verb"] == "stick":
        return stick(view)
    return " ".join(map(str, view["answers"][0]))
