"""From `series.toml` to series, checked completely; BadEpisode names file, key and reason."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tilefolk.campaign.series import FIRSTS, LAST, LAST_PLACE, Bonus, Chapter, Circles, Series, Title
from tilefolk.core.game import Mode
from tilefolk.games.toml_tables import Place, Table, known_keys, read_toml, take, texts

SERIES_KEYS = {
    "version",
    "seats",
    "chapters",
    "carries",
    "options",
    "titles",
    "wins",
    "sealed",
    "coming",
    "animals",
    "circles",
    "joining",
}
Modes = Mapping[str, Mode]  # of one game, by their names without the game


def names_of_series(game: str, file: Path) -> tuple[str, ...]:
    """The names of the series of a game, without what they are made of."""
    return tuple(f"{game}/{name}" for name in take(read_toml(file), "series", dict, Place(file.name)))


def read_series_file(game: str, modes: Sequence[Mode], file: Path) -> dict[str, Series]:
    """The series of a game, by name."""
    where, data = Place(file.name), read_toml(file)
    known_keys(data, {"chapter", "series"}, where)
    own = {mode.name.partition("/")[2]: mode for mode in modes}
    chapters = {
        name: _chapter(own, name, entry, where.at("chapter").at(name))
        for name, entry in take(data, "chapter", dict, where).items()
    }
    found = [
        _series(game, own, chapters, name, entry, where.at("series").at(name))
        for name, entry in take(data, "series", dict, where).items()
    ]
    return {series.name: series for series in found}


def _chapter(modes: Modes, name: str, entry: Any, where: Place) -> Chapter:
    table = _table(entry, {"modes", "bonus", "titles", "brings"}, where)
    named = _named(table, "modes", modes, where)
    bonus = _bonus(table["bonus"], where.at("bonus")) if "bonus" in table else None
    brings = texts(take(table, "brings", list, where, []), where.at("brings"))
    return Chapter(name, tuple(modes[mode].name for mode in named), bonus, _titles(table, where), brings)


def _series(
    game: str, modes: Modes, chapters: Mapping[str, Chapter], name: str, entry: Any, where: Place
) -> Series:
    table = _table(entry, SERIES_KEYS, where)
    if name in modes:
        raise where.bad("is the name of a mode")
    own = take(table, "options", dict, where, {})
    parts = tuple(chapters[part] for part in _named(table, "chapters", chapters, where))
    played = [modes[mode.partition("/")[2]] for part in parts for mode in part.modes]
    if solo := [mode.name for mode in played if mode.fixed_bots]:
        raise where.at("chapters").bad(f"a series has no seats of fixed bots, as {solo[0]} has")
    return Series(
        name=f"{game}/{name}",
        version=_least(take(table, "version", int, where), 1, where.at("version")),
        seats=_seats(table, played, where.at("seats")),
        chapters=parts,
        carries=take(table, "carries", bool, where, True),
        options=_options(own, played, where.at("options")),
        titles=_titles(table, where),
        chosen=_chosen(played, own),
        wins=_wins(table, parts, where),
        sealed=take(table, "sealed", bool, where, False),
        coming=texts(take(table, "coming", list, where, []), where.at("coming")),
        animals=_animals(table, where),
        circles=_circles(table, where),
        joining=_joining(table, where),
    )


def _wins(table: Table, chapters: Sequence[Chapter], where: Place) -> tuple[str, ...]:
    """What decides instead of points; a counted thing first. What chapters bring is among it."""
    wins = texts(take(table, "wins", list, where, []), where.at("wins"))
    for index, name in enumerate(wins):
        if name in wins[:index]:
            raise where.at("wins").at(index).bad(f"{name!r} stands here twice")
    if wins and wins[0] in (FIRSTS, LAST, LAST_PLACE):
        raise where.at("wins").at(0).bad(f"must be a counted thing, not {wins[0]!r}")
    for what in (what for chapter in chapters for what in chapter.brings):
        if what not in wins[1:]:
            raise where.at("wins").bad(f"lacks {what!r} behind the first, which a chapter brings")
    return wins


def _joining(table: Table, where: Place) -> bool:
    """Whether people come and go; what they would bring along only a campaign knows that counts something."""
    joining = take(table, "joining", bool, where, False)
    if joining and not table.get("wins"):
        raise where.at("joining").bad("needs `wins`")
    return joining


def _animals(table: Table, where: Place) -> tuple[str, ...]:
    """One for every seat."""
    animals = texts(take(table, "animals", list, where, []), where.at("animals"))
    if animals and len(set(animals)) < max(table["seats"]):
        raise where.at("animals").bad(f"must be {max(table['seats'])} different ones, not {list(animals)}")
    return animals


def _circles(table: Table, where: Place) -> Circles | None:
    if "circles" not in table:
        return None
    where = where.at("circles")
    given = _table(table["circles"], set(Circles._fields), where)
    return Circles(*(_least(take(given, key, int, where), 1, where.at(key)) for key in Circles._fields))


def _table(entry: Any, keys: set[str], where: Place) -> Table:
    if not isinstance(entry, dict):
        raise where.bad(f"must be a table, not {entry!r}")
    known_keys(entry, keys, where)
    return entry


def _named(table: Table, key: str, known: Mapping[str, object], where: Place) -> tuple[str, ...]:
    """The names in a list: each one known, at least one, none twice."""
    names = texts(take(table, key, list, where), where.at(key))
    for index, name in enumerate(names):
        if name not in known:
            raise where.at(key).at(index).bad(f"{name!r} is not known; known are {', '.join(known)}")
        if name in names[:index]:
            raise where.at(key).at(index).bad(f"{name!r} stands here twice")
    if not names:
        raise where.at(key).bad("names nothing")
    return names


def _seats(table: Table, played: Sequence[Mode], where: Place) -> tuple[int, ...]:
    seats = table.get("seats")
    if not isinstance(seats, list) or not seats or seats != sorted(set(seats)):
        raise where.bad(f"must be a list of rising numbers, not {seats!r}")
    for mode in played:
        if missing := [n for n in seats if n not in mode.seats]:
            raise where.bad(f"{mode.name} is not for {missing[0]}")
    return tuple(seats)


def _options(given: Table, played: Sequence[Mode], where: Place) -> tuple[tuple[str, str], ...]:
    """What the series sets in every match that offers it."""
    for key, value in given.items():
        offers = [choices for mode in played for name, choices in mode.options if name == key]
        if not offers:
            raise where.at(key).bad("is offered by none of the matches")
        if any(value not in choices for choices in offers):
            raise where.at(key).bad(f"must be one of {', '.join(offers[0])}, not {value!r}")
    return tuple(given.items())


def _chosen(played: Sequence[Mode], given: Table) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What is left to the table: options of the matches that the series does not set."""
    offers = {name: choices for mode in played for name, choices in mode.options}
    return tuple((name, choices) for name, choices in offers.items() if name not in given)


def _bonus(entry: Any, where: Place) -> Bonus:
    table = _table(entry, {"what", "ranks", "alone"}, where)
    ranks = take(table, "ranks", list, where)
    for index, points in enumerate(ranks):
        _least(points, 1, where.at("ranks").at(index))
    if any(better <= worse for better, worse in pairwise(ranks)):
        raise where.at("ranks").bad("must fall from rank to rank")
    alone = take(table, "alone", dict, where)
    for number, points in alone.items():
        if not number.isdecimal():
            raise where.at("alone").at(number).bad("is no number of things")
        _least(points, 1, where.at("alone").at(number))
    worth = {int(number): points for number, points in alone.items()}
    return Bonus(take(table, "what", str, where), tuple(ranks), worth)


def _titles(table: Table, where: Place) -> tuple[Title, ...]:
    """The ladder as it is written, from the lowest title up."""
    where, given = where.at("titles"), take(table, "titles", dict, where, {})
    titles = tuple(Title(name, _least(least, 0, where.at(name))) for name, least in given.items())
    for lower, higher in pairwise(titles):
        if lower.least >= higher.least:
            raise where.at(higher.name).bad(f"needs more points than {lower.name}")
    return titles


def _least(value: Any, least: int, where: Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise where.bad(f"must be a whole number from {least} on, not {value!r}")
    return value
