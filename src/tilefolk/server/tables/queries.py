"""Tables in the database: creating, changing and loading them."""

import json
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Text,
    cast,
    exists,
    func,
    insert,
    select,
    union,
    update,
)

from tilefolk.campaign import SERIES, offer
from tilefolk.games import UnknownGame
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

MAX_TABLES = 50  # in a list
MAX_LISTED_PER_HOST = 3
MAX_LISTED_SCANNED = 1000  # open tables that are looked at to find enough hosts

_newer, _earlier = matches.alias(), matches.alias()
CLOCK_TOLERANCE_SECONDS = 60.0  # by which the clocks of nodes may differ

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
    note_free_seats(connection, table_id)
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
    stored = before.lineup[number]
    old, this_seat = before.seats[number], (seats.c.table_id == table_id) & (seats.c.seat == stored)
    if before.limit_seconds is None:
        _restart_clocks(connection, (seats.c.table_id == table_id) & (seats.c.seat != stored), now)
    if old.late or old.person != seat.person:
        _restart_clocks(connection, this_seat, now)
    connection.execute(update(seats).where(this_seat).values(**seat._asdict()))
    note_free_seats(connection, table_id)


def note_free_seats(connection: Connection, table_id: str) -> None:
    """Store whether a table has a free seat: the public list shows only such tables."""
    nobody = seats.c.person.is_(None) & seats.c.bot.is_(None) & ~seats.c.asleep
    free = exists().where(seats.c.table_id == table_id, nobody)
    connection.execute(update(tables).where(tables.c.id == table_id).values(has_free_seat=free))


def name_city(connection: Connection, table_id: str, number: int, name: str, person: str) -> None:
    """Name the city of a seat. Raises ApiError unless the person sits there."""
    table = lock_table(connection, table_id)
    if table.seats[number].person != person:
        raise ApiError(403, "not_yours")
    this_seat = (seats.c.table_id == table_id) & (seats.c.seat == table.lineup[number])
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
    """Note that a table changes now, so that the sweep looks at it again; this locks its row."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(touched=time.time()))
    newest = select(func.max(_newer.c.number)).where(_newer.c.table_id == table_id).scalar_subquery()
    which = (matches.c.table_id == table_id) & (matches.c.number == newest) & matches.c.next_checked
    connection.execute(update(matches).where(which).values(next_checked=False))


def mark_next_checked(connection: Connection, table_id: str) -> None:
    """Note that no next match is due at a table until it changes."""
    which = (matches.c.table_id == table_id) & matches.c.over & ~matches.c.next_checked
    connection.execute(update(matches).where(which).values(next_checked=True))


def correct_times_ahead(connection: Connection, now: float) -> None:
    """Set back what a clock that ran ahead wrote: such tables would lead the lists until time catches up."""
    ahead = tables.c.touched > now + CLOCK_TOLERANCE_SECONDS
    connection.execute(update(tables).where(ahead).values(touched=now))


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
    as_text = cast(tables.c.options, Text).label("options")  # one that is no JSON must not break the others
    plain = [column for column in tables.c if column.name not in ("options", "has_free_seat")]
    found = connection.execute(select(as_text, *plain).where(tables.c.id.in_(ids))).mappings()
    return {row["id"]: _table_row(**row) for row in found}


def _table_row(options: str, game: str, **values: Any) -> TableRow:
    """Build a table from its row; what this version cannot read is left out and noted."""
    try:
        unreadable, read_options = None, _read_options(options)
        offer(game)
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
    joined = seats.outerjoin(people, seats.c.person == people.c.id)
    query = select(seats, people.c.name).select_from(joined).where(seats.c.table_id.in_(ids))
    rows = defaultdict(list)
    for row in connection.execute(query.order_by(seats.c.table_id, seats.c.seat)).mappings():
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
    newest = select(func.max(_newer.c.number)).where(_newer.c.table_id == tables.c.id).scalar_subquery()
    columns = (matches.c.table_id, matches.c.id, matches.c.number, matches.c.over, matches.c.header)
    before = (_earlier.c.table_id == matches.c.table_id) & (_earlier.c.number == matches.c.number - 1)
    query = select(*columns, _earlier.c.id).select_from(
        tables.join(matches, (matches.c.table_id == tables.c.id) & (matches.c.number == newest)).outerjoin(
            _earlier, before
        )
    )
    found = connection.execute(query.where(tables.c.id.in_(ids)))
    return {
        table_id: {
            "match": match,
            "number": number,
            "over": over,
            "mode": mode_of_header(header),
            "open_seed": open_seed_of_header(header),
            "previous": previous,
        }
        for table_id, match, number, over, header, previous in found
    }


def _answers_now(newest: Mapping[str, Any], answers: Mapping[int, dict[str, bool]]) -> dict[str, bool]:
    """The answers about the match that would come next; those about earlier ones are settled."""
    return answers.get(newest.get("number", 0) + 1, {})


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
    """Load the tables on the public list that have a free seat, those changed last first, few per host."""
    is_open = tables.c.listed & ~tables.c.closed & tables.c.has_free_seat
    newest = select(tables.c.id, tables.c.host).where(is_open).order_by(tables.c.touched.desc())
    by_host: Counter[str] = Counter()
    ids: list[str] = []
    for table_id, host in connection.execute(newest.limit(MAX_LISTED_SCANNED)):
        by_host[host] += 1
        if by_host[host] <= MAX_LISTED_PER_HOST and len(ids) < MAX_TABLES:
            ids.append(table_id)
    return load_tables(connection, ids)


def count_listed(connection: Connection, host: str) -> int:
    """Count a person's tables on the public list that wait for somebody."""
    nobody = seats.c.person.is_(None) & seats.c.bot.is_(None) & ~seats.c.asleep
    free = select(seats.c.table_id).where(nobody)
    shown = (tables.c.host == host) & tables.c.listed & ~tables.c.closed & tables.c.id.in_(free)
    return int(connection.execute(select(func.count()).select_from(tables).where(shown)).scalar_one())


def tables_of_person(connection: Connection, person: str) -> list[TableRow]:
    """Load the tables a person sits at or hosts, those changed last first."""
    sits_at = select(seats.c.table_id).where(seats.c.person == person)
    theirs = union(sits_at, select(tables.c.id).where(tables.c.host == person))
    newest = select(tables.c.id).where(tables.c.id.in_(theirs), ~tables.c.closed)
    ids = connection.execute(newest.order_by(tables.c.touched.desc()).limit(MAX_TABLES)).scalars()
    return load_tables(connection, list(ids))


def unfinished_matches(connection: Connection) -> list[str]:
    """Find the matches that are not over: after a start, a node does what is due in them."""
    return list(connection.execute(select(matches.c.id).where(~matches.c.over)).scalars())


def record_length() -> ScalarSelect[int]:
    """The length of a match's record, in a query of matches: found at the end of the index, not counted."""
    counted = lines.alias()
    return select(func.max(counted.c.seq)).where(counted.c.match_id == matches.c.id).scalar_subquery()


def stored_heads(
    connection: Connection, match_ids: Sequence[str], table_ids: Sequence[str]
) -> tuple[dict[str, int], dict[str, tuple[float, Presence]]]:
    """Read the length of matches' records, when tables were last touched, and who is connected to them."""
    lengths = connection.execute(select(matches.c.id, record_length()).where(matches.c.id.in_(match_ids)))
    touched = connection.execute(select(tables.c.id, tables.c.touched).where(tables.c.id.in_(table_ids)))
    connected = stored_presence(connection, table_ids)
    return dict(lengths.all()), {table: (at, connected.get(table, frozenset())) for table, at in touched}
