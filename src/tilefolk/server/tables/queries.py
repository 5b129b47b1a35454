"""Tables in the database: creating, changing and loading them."""

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, insert, select, update

from tilefolk.campaign import SERIES
from tilefolk.server.errors import ApiError
from tilefolk.server.people.network_bots import owners
from tilefolk.server.storage.schema import (
    lines,
    matches,
    mutes,
    newer_series,
    people,
    presence,
    seats,
    tables,
)
from tilefolk.server.tables.finished import MatchRow, finished_matches, match_rows
from tilefolk.server.tables.table import Seat, TableRow

MAX_TABLES = 50  # in a list

Presence = frozenset[tuple[str, str]]  # nodes and the people connected there


def create_table(
    connection: Connection,
    game: str,
    options: dict[str, str],
    listed: bool,
    host: str,
    sitting: Sequence[Seat],
    limit_seconds: int | None = None,
) -> TableRow:
    table_id = secrets.token_urlsafe(9)
    now = time.time()
    connection.execute(
        insert(tables).values(
            id=table_id,
            game=game,
            options=options,
            listed=listed,
            host=host,
            time=limit_seconds,
            created=now,
            touched=now,
        )
    )
    rows = [{"table_id": table_id, "seat": number, **seat._asdict()} for number, seat in enumerate(sitting)]
    connection.execute(insert(seats), rows)
    return load_table(connection, table_id)


def change_seat(
    connection: Connection, table_id: str, number: int, decide: Callable[[TableRow], Seat], now: float
) -> None:
    """Change a seat to what `decide` says of the table as it is stored, inside this transaction.

    A new person, or one who was late, gets the whole time; who leaves and comes back gains none. Raises what
    `decide` raises.
    """
    before = lock_table(connection, table_id)
    seat = decide(before)
    old, this_seat = before.seats[number], (seats.c.table_id == table_id) & (seats.c.seat == number)
    if before.limit_seconds is None:
        _restart_clocks(connection, (seats.c.table_id == table_id) & (seats.c.seat != number), now)
    if old.late or old.person != seat.person:
        _restart_clocks(connection, this_seat, now)
    connection.execute(update(seats).where(this_seat).values(**seat._asdict()))


def name_city(connection: Connection, table_id: str, number: int, name: str, person: str) -> None:
    """Name the city of a seat. Raises ApiError unless the person sits there."""
    if lock_table(connection, table_id).seats[number].person != person:
        raise ApiError(403, "not_yours")
    this_seat = (seats.c.table_id == table_id) & (seats.c.seat == number)
    connection.execute(update(seats).where(this_seat).values(city=name))


def set_table(connection: Connection, table_id: str, name: str, closed: bool, now: float) -> None:
    """Name a table, close it or open it again; time that passed without a limit does not count."""
    if lock_table(connection, table_id).limit_seconds is None:
        _restart_clocks(connection, seats.c.table_id == table_id, now)
    connection.execute(update(tables).where(tables.c.id == table_id).values(name=name, closed=closed))


def _restart_clocks(connection: Connection, which: ColumnElement[bool], now: float) -> None:
    """Give these seats their whole time from now on."""
    connection.execute(update(seats).where(which).values(clock_from=now))


def lock_table(connection: Connection, table_id: str) -> TableRow:
    """Touch a table and load it; no other node changes it before this transaction ends."""
    touch(connection, table_id)
    return load_table(connection, table_id)


def touch(connection: Connection, table_id: str) -> None:
    """Note that a table changes now; this locks its row."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(touched=time.time()))


def load_table(connection: Connection, table_id: str) -> TableRow:
    """Load a table that exists."""
    return load_tables(connection, [table_id])[0]


def load_tables(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """Load the tables that exist, in the order of the ids, with all that belongs to them."""
    rows = _table_rows(connection, ids)
    seatings = _seatings(connection, ids)
    played = match_rows(connection, ids)
    in_series = [row for table in rows.values() if table.game in SERIES for row in played.get(table.id, ())]
    past = finished_matches(connection, in_series)
    newer = _newer_series(connection, ids)
    connected = stored_presence(connection, ids)
    muted = _muted_people(connection, ids)
    owned = owners(connection, {person for seating in seatings.values() for person in seating.names})
    return [
        replace(
            rows[table_id],
            **seatings.get(table_id, _Seating((), (), {}, ()))._asdict(),
            **_newest(played.get(table_id, ())),
            past=tuple(past[row.id] for row in played.get(table_id, ()) if row.id in past),
            newer=table_id in newer,
            presence=connected.get(table_id, frozenset()),
            muted=muted.get(table_id, frozenset()),
            bot_owners=owned,
        )
        for table_id in ids
        if table_id in rows
    ]


def _newest(played: Sequence[MatchRow]) -> dict[str, Any]:
    """The newest match of a table: its id, its number, whether it is over, and what it plays."""
    if not played:
        return {}
    newest = played[-1]
    return {"match": newest.id, "number": newest.number, "over": newest.over, "way": newest.way}


def _table_rows(connection: Connection, ids: Sequence[str]) -> dict[str, TableRow]:
    found = connection.execute(select(tables).where(tables.c.id.in_(ids))).mappings()
    return {row["id"]: TableRow(**row) for row in found}


class _Seating(NamedTuple):
    """The seats of a table, their clocks, the names of the people in them and of their cities."""

    seats: tuple[Seat, ...]
    clock_from: tuple[float, ...]
    names: dict[str, str]
    cities: tuple[str, ...]


def _seatings(connection: Connection, ids: Sequence[str]) -> dict[str, _Seating]:
    joined = seats.outerjoin(people, seats.c.person == people.c.id)
    query = select(seats, people.c.name).select_from(joined).where(seats.c.table_id.in_(ids))
    rows = defaultdict(list)
    for row in connection.execute(query.order_by(seats.c.table_id, seats.c.seat)).mappings():
        rows[row["table_id"]].append(row)
    return {
        table_id: _Seating(
            tuple(Seat(*(row[part] for part in Seat._fields)) for row in seated),
            tuple(row["clock_from"] for row in seated),
            {row["person"]: row["name"] for row in seated if row["person"]},
            tuple(row["city"] for row in seated),
        )
        for table_id, seated in rows.items()
    }


def _newer_series(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Find the tables whose series a newer version wrote."""
    query = select(newer_series.c.table_id).where(newer_series.c.table_id.in_(ids))
    return set(connection.execute(query).scalars())


def stored_presence(connection: Connection, ids: Sequence[str]) -> dict[str, Presence]:
    """Find out who is connected to these tables, and on which node."""
    query = select(presence.c.table_id, presence.c.node, presence.c.person)
    out: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for table_id, node, person in connection.execute(query.where(presence.c.table_id.in_(ids))):
        out[table_id].add((node, person))
    return {table_id: frozenset(connected) for table_id, connected in out.items()}


def _muted_people(connection: Connection, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    out: dict[str, set[str]] = defaultdict(set)
    for table_id, person in connection.execute(select(mutes).where(mutes.c.table_id.in_(ids))):
        out[table_id].add(person)
    return {table_id: frozenset(people) for table_id, people in out.items()}


def listed_tables(connection: Connection) -> list[TableRow]:
    """Load the tables on the public list, those changed last first."""
    return _load_newest(connection, select(tables.c.id).where(tables.c.listed & ~tables.c.closed))


def tables_of_person(connection: Connection, person: str) -> list[TableRow]:
    """Load the tables a person sits at or hosts, those changed last first."""
    sits_at = select(seats.c.table_id).where(seats.c.person == person)
    theirs = (tables.c.host == person) | tables.c.id.in_(sits_at)
    return _load_newest(connection, select(tables.c.id).where(theirs & ~tables.c.closed))


def _load_newest(connection: Connection, ids: Select[str]) -> list[TableRow]:
    newest = ids.order_by(tables.c.touched.desc()).limit(MAX_TABLES)
    return load_tables(connection, list(connection.execute(newest).scalars()))


def unfinished_matches(connection: Connection) -> list[str]:
    """Find the matches that are not over: after a start, a node does what is due in them."""
    return list(connection.execute(select(matches.c.id).where(~matches.c.over)).scalars())


def stored_heads(
    connection: Connection, match_ids: Sequence[str], table_ids: Sequence[str]
) -> tuple[dict[str, int], dict[str, tuple[float, Presence]]]:
    """Read the length of matches' records, when tables were last touched, and who is connected to them."""
    length = select(lines.c.match_id, func.max(lines.c.seq)).group_by(lines.c.match_id)
    lengths = connection.execute(length.where(lines.c.match_id.in_(match_ids)))
    touched = connection.execute(select(tables.c.id, tables.c.touched).where(tables.c.id.in_(table_ids)))
    connected = stored_presence(connection, table_ids)
    return dict(lengths.all()), {table: (at, connected.get(table, frozenset())) for table, at in touched}
