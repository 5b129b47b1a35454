"""The series that the games offer: `series.toml` in the folder of a game."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tilefolk.campaign.series import Series
from tilefolk.campaign.series_file import names_of_series, read_series_file
from tilefolk.core.game import Mode
from tilefolk.games import FOLDER, GAMES, find, modes_of


class UnknownSeries(LookupError):
    """No series of that name."""


@cache
def _series_file(game: str) -> Path | None:
    file = FOLDER / game / "series.toml"
    return file if file.exists() else None


@cache
def _series_names(game: str) -> tuple[str, ...]:
    file = _series_file(game)
    return names_of_series(game, file) if file else ()


@cache
def _series_of(game: str) -> Mapping[str, Series]:
    file = _series_file(game)
    return read_series_file(game, modes_of(GAMES[game]), file) if file else {}


class SeriesByName(Mapping[str, Series]):
    """All series by name. Their names cost one file; a series itself needs all episodes of its game."""

    def __getitem__(self, name: str) -> Series:
        if name not in self:
            raise KeyError(name)
        return _series_of(name.partition("/")[0])[name]

    def __contains__(self, name: object) -> bool:
        game = name.partition("/")[0] if isinstance(name, str) else ""
        return game in GAMES and name in _series_names(game)

    def __iter__(self) -> Iterator[str]:
        return (name for game in GAMES for name in _series_names(game))

    def __len__(self) -> int:
        return sum(1 for _ in self)


SERIES = SeriesByName()


def find_series(name: str) -> Series:
    if name not in SERIES:
        raise UnknownSeries(name)
    return SERIES[name]


def offer(name: str) -> Mode:
    """The mode of this name; a series is offered as if it were a mode."""
    return SERIES[name].mode if name in SERIES else find(name)[1]


def modes_of_series(name: str) -> tuple[str, ...]:
    """The matches of a series in their order; none for a single mode."""
    return SERIES[name].modes if name in SERIES else ()


def offer_json(mode: Mode) -> dict[str, Any]:
    """An offer as the interfaces tell it; `series` are the matches of one, empty for a single way."""
    return {
        "game": mode.name,
        "version": mode.version,
        "seats": list(mode.seats),
        "options": {name: list(values) for name, values in mode.options},
        "sits": [{"seat": seat, "bot": bot} for seat, bot in mode.fixed_bots],
        "series": list(modes_of_series(mode.name)),
        **_envelopes_json(mode.name),
    }


def _envelopes_json(name: str) -> dict[str, Any]:
    """The chapters of a sealed campaign by number; of a single episode, its place in the campaign."""
    series = sealed_series(name.partition("/")[0])
    chapters = [*(chapter.name for chapter in series.chapters), *series.coming] if series else []
    episode = None
    if series and name in series.modes:
        chapter, number = series.chapter_of(name).name, series.modes.index(name) + 1
        episode = {"series": series.name, "chapter": chapter, "number": number}
    return {"chapters": chapters if series and name == series.name else [], "episode": episode}


@cache
def sealed_series(game: str) -> Series | None:
    """The campaign of a game whose chapters are sealed; a game has at most one."""
    names = (name for name in SERIES if name.startswith(f"{game}/"))
    return next((SERIES[name] for name in names if SERIES[name].sealed), None)


def all_offers() -> tuple[Mode, ...]:
    """Game by game: its series before its single modes, a sealed campaign with its episodes last."""
    return tuple(mode for name in GAMES for mode in _offers_of(name))


def _offers_of(game: str) -> list[Mode]:
    series = [one for one in SERIES.values() if one.game == game]
    episodes = {mode for one in series if one.sealed for mode in one.modes}
    modes = modes_of(GAMES[game])
    return [
        *(one.mode for one in series if not one.sealed),
        *(mode for mode in modes if mode.name not in episodes),
        *(one.mode for one in series if one.sealed),
        *(mode for mode in modes if mode.name in episodes),
    ]
