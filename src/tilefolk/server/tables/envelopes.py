"""Envelopes: which chapters of a sealed campaign somebody may know, by the tables they are at."""

from collections.abc import Collection

from sqlalchemy import Connection, Integer, delete, func, insert, select

from tilefolk.campaign import SERIES, Series, sealed_series
from tilefolk.games import GAMES
from tilefolk.server.storage.schema import matches, opened_anyway, presence, seats, tables


def sealed_campaigns() -> dict[str, Series]:
    """The campaigns with sealed chapters, by game."""
    return {game: series for game in GAMES if (series := sealed_series(game))}


def known_chapters(connection: Connection, person: str, watched: Collection[str]) -> dict[str, int]:
    """How many chapters of each sealed campaign a person may know; `watched` are tables they look at here."""
    known = dict.fromkeys(sealed_campaigns(), 0)
    for name, played in _tables_of(connection, person, watched):
        game = name.partition("/")[0]
        known[game] = max(known[game], _opened_by(known_series(name), name, played))
    for game in opened_anyway_by(connection, person):
        known[game] = len(sealed_campaigns()[game].chapters)
    return known


def known_series(name: str) -> Series:
    """The sealed campaign that a table plays, or one of whose episodes it plays."""
    return sealed_campaigns()[name.partition("/")[0]]


def _opened_by(series: Series, name: str, played: int) -> int:
    """How many chapters a table opens: up to that of its running or next match."""
    if name in SERIES:
        return series.opened(played)
    return 1 + series.chapters.index(series.chapter_of(name))


def _tables_of(connection: Connection, person: str, watched: Collection[str]) -> list[tuple[str, int]]:
    """What the tables play where the person sits, hosts or watches, and how many matches are over."""
    names = [name for series in sealed_campaigns().values() for name in (series.name, *series.modes)]
    sits = select(seats.c.table_id).where(seats.c.person == person)
    connected = select(presence.c.table_id).where(presence.c.person == person)
    theirs = (tables.c.host == person) | tables.c.id.in_(sits) | tables.c.id.in_(connected)
    query = (
        select(tables.c.game, func.coalesce(func.sum(matches.c.over.cast(Integer)), 0))
        .select_from(tables.outerjoin(matches, matches.c.table_id == tables.c.id))
        .where(tables.c.game.in_(names), theirs | tables.c.id.in_(watched))
        .group_by(tables.c.id, tables.c.game)
    )
    return [(name, played) for name, played in connection.execute(query)]


def opened_anyway_by(connection: Connection, person: str) -> list[str]:
    """The games whose envelopes the person has opened before their time."""
    found = connection.execute(select(opened_anyway.c.game).where(opened_anyway.c.person == person)).scalars()
    return [game for game in found if game in sealed_campaigns()]


def open_anyway(connection: Connection, person: str, game: str, anyway: bool) -> None:
    """Open all envelopes of a game for a person, or seal them again."""
    this = (opened_anyway.c.person == person) & (opened_anyway.c.game == game)
    connection.execute(delete(opened_anyway).where(this))
    if anyway:
        connection.execute(insert(opened_anyway).values(person=person, game=game))
