"""Loading tables, with all that belongs to them. Statements are made once, when the module is imported."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, cast, func, select

from tilefolk.campaign import SERIES, offer
from tilefolk.games import UnknownGame
from tilefolk.games.guides import find_guide
from tilefolk.server.people.network_bots import owners
from tilefolk.server.storage.schema import matches, mutes, newer_series, people, presence, seats, tables
from tilefolk.server.storage.statements import ByIds
from tilefolk.server.tables.finished import (
    MatchRow,
    finished_matches,
    mode_of_header,
    open_seed_of_header,
)
from tilefolk.server.tables.next_seal import load_next_seals
from tilefolk.server.tables.rematch_answers import load_answers
from tilefolk.server.tables.restarts import load_restarts
from tilefolk.server.tables.runs import newest_runs
from tilefolk.server.tables.table import FinishedMatch, Seat, Sleeper, TableRow

Presence = frozenset[tuple[str, str]]  # nodes and the people connected there

_options_text = cast(tables.c.options, Text).label("options")  # one that is no JSON must not break the others
_plain_columns = [column for column in tables.c if column.name not in ("options", "has_free_seat")]
TABLE_ROWS = ByIds(tables.c.id, lambda among: select(_options_text, *_plain_columns).where(among))

SEATS_AND_NAMES = ByIds(
    seats.c.table_id,
    lambda among: (
        select(seats, people.c.name)
        .select_from(seats.outerjoin(people, seats.c.person == people.c.id))
        .where(among)
        .order_by(seats.c.table_id, seats.c.seat)
    ),
)

_newer, _earlier = matches.alias(), matches.alias()
_newest_number = select(func.max(_newer.c.number)).where(_newer.c.table_id == tables.c.id).scalar_subquery()
_is_newest = (matches.c.table_id == tables.c.id) & (matches.c.number == _newest_number)
_is_before = (_earlier.c.table_id == matches.c.table_id) & (_earlier.c.number == matches.c.number - 1)
_newest_columns = matches.c.table_id, matches.c.id, matches.c.number, matches.c.over, matches.c.header
NEWEST_MATCHES = ByIds(
    tables.c.id,
    lambda among: (
        select(*_newest_columns, _earlier.c.id)
        .select_from(tables.join(matches, _is_newest).outerjoin(_earlier, _is_before))
        .where(among)
    ),
)
NEWER_SERIES = ByIds(newer_series.c.table_id, lambda among: select(newer_series.c.table_id).where(among))
_connected = presence.c.table_id, presence.c.node, presence.c.person
CONNECTED = ByIds(presence.c.table_id, lambda among: select(*_connected).where(among))
MUTED = ByIds(mutes.c.table_id, lambda among: select(mutes).where(among))


def load_table(connection: Connection, table_id: str) -> TableRow:
    """Load a table that exists."""
    return load_tables(connection, [table_id])[0]


def load_tables(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """Load the tables that exist, in the order of the ids, with all that belongs to them."""
    rows = _table_rows(connection, ids)
    seatings = _seatings(connection, ids)
    newest = _newest_matches(connection, ids)
    played, earlier = newest_runs(
        connection, {table.id: SERIES[table.game].modes[0] for table in rows.values() if table.game in SERIES}
    )
    past = finished_matches(connection, [row for matches_of in played.values() for row in matches_of])
    newer = _newer_series(connection, ids)
    connected = stored_presence(connection, ids)
    muted = _muted_people(connection, ids)
    sealed = load_next_seals(connection, ids)
    asked = load_restarts(connection, ids)
    answers = load_answers(connection, ids)
    owned = owners(connection, {person for seating in seatings.values() for person in seating.names})
    return [
        replace(
            _with_past(rows[table_id], played.get(table_id, ()), past),
            **seatings.get(table_id, NOBODY)._asdict(),
            **newest.get(table_id, {}),
            earlier_runs=earlier.get(table_id, 0),
            newer=table_id in newer,
            presence=connected.get(table_id, frozenset()),
            muted=muted.get(table_id, frozenset()),
            next_seal=sealed.get(table_id),
            restart=asked.get(table_id),
            rematch=_answers_now(newest.get(table_id, {}), answers.get(table_id, {})),
            bot_owners=owned,
        )
        for table_id in ids
        if table_id in rows
    ]


def _table_rows(connection: Connection, ids: Sequence[str]) -> dict[str, TableRow]:
    found = TABLE_ROWS.execute(connection, ids).mappings()
    return {row["id"]: _table_row(**row) for row in found}


def _table_row(options: str, game: str, **values: Any) -> TableRow:
    """Build a table from its row; what this version cannot read is left out and noted."""
    try:
        unreadable, read_options = None, _read_options(options)
        offer(game)
        find_guide(game)  # both are read here, in a thread of the store
    except UnknownGame:
        unreadable = "newer"
    except ValueError:
        unreadable, read_options = "broken", {}
    return TableRow(game=game, options=read_options, unreadable=unreadable, **values)


def _read_options(text: str) -> dict[str, str]:
    options = json.loads(text)
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError(text)
    return options


def _with_past(
    table: TableRow, played: Sequence[MatchRow], past: Mapping[str, FinishedMatch | None]
) -> TableRow:
    """Add the finished matches of a series; an unreadable end record makes the table unreadable."""
    ended = [past[row.id] for row in played if row.id in past]
    if None in ended:
        return replace(table, unreadable="broken")
    return replace(table, past=tuple(one for one in ended if one is not None))


class _Seating(NamedTuple):
    """The seats of a table, their clocks, the names of the people in them, those asleep, and the cities."""

    seats: tuple[Seat, ...]
    clock_from: tuple[float, ...]
    names: dict[str, str]
    lineup: tuple[int, ...]
    sleepers: tuple[Sleeper, ...]
    cities: tuple[str, ...]


NOBODY = _Seating((), (), {}, (), (), ())


def _seatings(connection: Connection, ids: Sequence[str]) -> dict[str, _Seating]:
    rows = defaultdict(list)
    for row in SEATS_AND_NAMES.execute(connection, ids).mappings():
        rows[row["table_id"]].append(row)
    return {table_id: _seating(seated) for table_id, seated in rows.items()}


def _seating(rows: Sequence[Mapping[Any, Any]]) -> _Seating:
    playing = [row for row in rows if not row["asleep"]]
    return _Seating(
        tuple(map(_seat, playing)),
        tuple(row["clock_from"] for row in playing),
        {row["person"]: row["name"] for row in rows if row["person"]},
        tuple(row["seat"] for row in playing),
        tuple(Sleeper(row["seat"], _seat(row)) for row in rows if row["asleep"]),
        tuple(row["city"] for row in rows),
    )


def _seat(row: Mapping[Any, Any]) -> Seat:
    return Seat(*(row[part] for part in Seat._fields))


def _newest_matches(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Find the newest match of each table: id, number, whether it is over, what it plays, the one before."""
    return {
        table_id: {
            "match": match,
            "number": number,
            "over": over,
            "mode": mode_of_header(header),
            "open_seed": open_seed_of_header(header),
            "previous": previous,
        }
        for table_id, match, number, over, header, previous in NEWEST_MATCHES.execute(connection, ids)
    }


def _answers_now(newest: Mapping[str, Any], answers: Mapping[int, dict[str, bool]]) -> dict[str, bool]:
    """The answers about the match that would come next; those about earlier ones are settled."""
    return answers.get(newest.get("number", 0) + 1, {})


def _newer_series(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Find the tables whose series a newer version wrote."""
    return set(NEWER_SERIES.execute(connection, ids).scalars())


def stored_presence(connection: Connection, ids: Sequence[str]) -> dict[str, Presence]:
    """Find out who is connected to these tables, and on which node."""
    out: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for table_id, node, person in CONNECTED.execute(connection, ids):
        out[table_id].add((node, person))
    return {table_id: frozenset(connected) for table_id, connected in out.items()}


def _muted_people(connection: Connection, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    out: dict[str, set[str]] = defaultdict(set)
    for table_id, person in MUTED.execute(connection, ids):
        out[table_id].add(person)
    return {table_id: frozenset(people) for table_id, people in out.items()}
