"""The series that the games offer: `series.toml` in the folder of a game."""

from pathlib import Path
from typing import Any

from tilefolk.campaign.reading import read_series_file
from tilefolk.campaign.series import Series
from tilefolk.core.game import Way
from tilefolk.games import GAMES, find


class UnknownSeries(LookupError):
    """No series of that name."""


def _all() -> dict[str, Series]:
    out: dict[str, Series] = {}
    for name, game in GAMES.items():
        file = Path(str(game.__file__)).parent / "series.toml"  # type: ignore[attr-defined]
        out |= read_series_file(name, game.ways(), file) if file.exists() else {}
    return out


SERIES = _all()


def find_series(name: str) -> Series:
    if name not in SERIES:
        raise UnknownSeries(name)
    return SERIES[name]


def offer(name: str) -> Way:
    """What can be sat down to under a name: a way to play, or a series as if it were one."""
    return SERIES[name].way if name in SERIES else find(name)[1]


def ways_of(name: str) -> tuple[str, ...]:
    """The matches of a series in their order; none for a way to play."""
    return SERIES[name].ways if name in SERIES else ()


def offer_json(way: Way) -> dict[str, Any]:
    """An offer as the interfaces tell it; `series` are the matches of one, empty for a single way."""
    return {
        "game": way.name,
        "version": way.version,
        "seats": list(way.seats),
        "options": {name: list(values) for name, values in way.options},
        "sits": [{"seat": seat, "bot": bot} for seat, bot in way.sits],
        "series": list(ways_of(way.name)),
    }


def all_offers() -> tuple[Way, ...]:
    """Game by game, its series before its single ways."""
    return tuple(
        way
        for name, game in GAMES.items()
        for way in (*(one.way for one in SERIES.values() if one.game == name), *game.ways())
    )
