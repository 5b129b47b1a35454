"""Tables in the database: creating, changing and listing them."""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    ScalarSelect,
    bindparam,
    exists,
    func,
    insert,
    select,
    union,
    update,
)

from tilefolk.server.errors import ApiError
from tilefolk.server.storage.schema import lines, matches, seats, tables
from tilefolk.server.tables.loading import Presence, load_table, load_tables, stored_presence
from tilefolk.server.tables.next_seal import drop_commitments
from tilefolk.server.tables.table import Seat, TableRow

MAX_TABLES = 50  # in a list
MAX_LISTED_PER_HOST = 3
MAX_LISTED_SCANNED = 1000  # open tables that are looked at to find enough hosts

_newer = matches.alias()
_this_table: BindParameter[str] = bindparam("table")
_newest_here = select(func.max(_newer.c.number)).where(_newer.c.table_id == _this_table).scalar_subquery()
TOUCH = update(tables).where(tables.c.id == _this_table).values(touched=bindparam("now"))
CHECK_AGAIN = (
    update(matches)
    .where((matches.c.table_id == _this_table) & (matches.c.number == _newest_here) & matches.c.next_checked)
    .values(next_checked=False)
)
CHECKED = (
    update(matches)
    .where((matches.c.table_id == _this_table) & matches.c.over & ~matches.c.next_checked)
    .values(next_checked=True)
)
CLOCK_TOLERANCE_SECONDS = 60.0  # by which the clocks of nodes may differ


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
    if old.person != seat.person and before.next_seal and before.next_seal.asked is not None:
        drop_commitments(connection, table_id)  # the start that asked for nonces has failed


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
    connection.execute(TOUCH, {"table": table_id, "now": time.time()})
    connection.execute(CHECK_AGAIN, {"table": table_id})


def mark_next_checked(connection: Connection, table_id: str) -> None:
    """Note that no next match is due at a table until it changes."""
    connection.execute(CHECKED, {"table": table_id})


def correct_times_ahead(connection: Connection, now: float) -> None:
    """Set back what a clock that ran ahead wrote: such tables would lead the lists until time catches up."""
    ahead = tables.c.touched > now + CLOCK_TOLERANCE_SECONDS
    connection.execute(update(tables).where(ahead).values(touched=now))


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
