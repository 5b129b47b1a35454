"""The series that the games offer: `series.toml` in the folder of a game."""

import tomllib
from pathlib import Path
from typing import Any

from tilefolk.campaign.series import Bonus, Chapter, Series, Title
from tilefolk.games import GAMES, find


class UnknownSeries(LookupError):
    """No series of that name."""


def load_series(game: str, file: Path) -> dict[str, Series]:
    """The series of a game, by name; every match in them must be a way to play."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    chapters = {name: _chapter(game, name, entry) for name, entry in data["chapter"].items()}
    found = [_series(game, name, entry, chapters) for name, entry in data["series"].items()]
    return {series.name: series for series in found}


def _chapter(game: str, name: str, entry: dict[str, Any]) -> Chapter:
    ways = tuple(f"{game}/{way}" for way in entry["ways"])
    for way in ways:
        find(way)
    return Chapter(name, ways, _bonus(entry.get("bonus")), _titles(entry.get("titles", {})))


def _series(game: str, name: str, entry: dict[str, Any], chapters: dict[str, Chapter]) -> Series:
    parts = tuple(chapters[part] for part in entry["chapters"])
    return Series(
        name=f"{game}/{name}",
        version=entry["version"],
        seats=tuple(entry["seats"]),
        chapters=parts,
        carries=entry.get("carries", True),
        options=tuple(entry.get("options", {}).items()),
        titles=_titles(entry.get("titles", {})),
    )


def _bonus(entry: dict[str, Any] | None) -> Bonus | None:
    if entry is None:
        return None
    return Bonus(
        entry["what"], tuple(entry["ranks"]), {int(n): points for n, points in entry["alone"].items()}
    )


def _titles(entry: dict[str, int]) -> tuple[Title, ...]:
    return tuple(sorted((Title(name, least) for name, least in entry.items()), key=lambda title: title.least))


def _all() -> dict[str, Series]:
    out: dict[str, Series] = {}
    for name, game in GAMES.items():
        file = Path(str(game.__file__)).parent / "series.toml"  # type: ignore[attr-defined]
        out |= load_series(name, file) if file.exists() else {}
    return out


SERIES = _all()


def find_series(name: str) -> Series:
    if name not in SERIES:
        raise UnknownSeries(name)
    return SERIES[name]
