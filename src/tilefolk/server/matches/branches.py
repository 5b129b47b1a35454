"""Branches: a new table with the first matches of another one. A restart is one that takes people along."""

import secrets
from collections.abc import Sequence

from sqlalchemy import Connection, func, insert, literal, select, update

from tilefolk.campaign import SERIES, Series
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.series import Run, runs_of, standing_after
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import lines, matches, seats, tables
from tilefolk.server.tables import restarts
from tilefolk.server.tables.lineup import is_at_table
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.queries import create_table, lock_table, note_free_seats
from tilefolk.server.tables.seating_rules import check_open
from tilefolk.server.tables.table import Seat, Sleeper, TableRow


def branch(connection: Connection, table_id: str, after: int, person: Person) -> str:
    """Go on from the moment after so many matches at a new table; return its id. Raises ApiError.

    Asking again gives the same table as long as nobody has played on there.
    """
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    table = load_table(connection, table_id)
    series, run = _series_run(table)
    if table.host != person.id and not is_at_table(table, person.id):
        raise ApiError(403, "not_yours")
    if not 1 <= after <= len(run):
        raise ApiError(409, "not_played")
    known = _same_branch(connection, table, after, person.id)
    if known is not None:
        return known
    played = standing_after(series, table.seats_of_series, run[:after])
    number = table.seats_of_series
    if series.joining:
        number = max(played.known_seats, min(series.seats))
    own = next((seat for seat in _numbers_of(table, person.id) if seat < number), played.last_lineup[0])
    sitting = [Seat(person.id) if seat == own else Seat() for seat in range(number)]
    asleep = [seat for seat in range(number) if seat not in played.last_lineup and seat != own]
    return _new_table(connection, table, run[:after], person.id, sitting, asleep)


def ask_restart(connection: Connection, table_id: str, after: int, person: Person) -> None:
    """Ask to play again from the moment after so many matches, or agree to that. Raises ApiError.

    With the last person's agreement it is done.
    """
    table = lock_table(connection, table_id)
    check_open(table)
    _, run = _series_run(table)
    if person.id not in who_agrees(table):
        raise ApiError(403, "not_yours")
    if not 0 <= after <= len(run) or (after == len(run) and not table.is_running):
        raise ApiError(409, "nothing_to_restart")
    if table.restart is not None and table.restart.after != after:
        raise ApiError(409, "restart_asked")
    if table.restart is None:
        restarts.ask(connection, table_id, after, person.id)
    elif person.id not in table.restart.agreed:
        restarts.agree(connection, table_id, person.id)
    restart_if_agreed(connection, table_id)


def take_restart_back(connection: Connection, table_id: str, person: Person) -> None:
    """The table stays as it was. Raises ApiError."""
    table = lock_table(connection, table_id)
    check_open(table)
    if table.host != person.id and person.id not in table.people:
        raise ApiError(403, "not_yours")
    restarts.forget(connection, table_id)


def who_agrees(table: TableRow) -> frozenset[str]:
    """The people whose agreement a restart needs: all at the table; bots have no say."""
    return table.people - table.bot_owners.keys()


def restart_if_agreed(connection: Connection, table_id: str) -> None:
    """Make the new table of a restart to which everybody has agreed; the old one says where it goes on."""
    table = lock_table(connection, table_id)
    asked = table.restart
    people = who_agrees(table)
    if asked is None or not people or not people <= asked.agreed:
        return
    _, run = _series_run(table)
    by_number = {**dict(zip(table.lineup, table.seats, strict=True)), **dict(map(_numbered, table.sleepers))}
    sitting = [_begin_again(table, by_number[seat]) for seat in range(table.seats_of_series)]
    asleep = [sleeper.number for sleeper in table.sleepers]
    new_id = _new_table(connection, table, run[: asked.after], table.host, sitting, asleep)
    restarts.forget(connection, table_id)
    connection.execute(update(tables).where(tables.c.id == table_id).values(goes_on=new_id))


def _begin_again(table: TableRow, seat: Seat) -> Seat:
    """The seat without a stand-in, unless its person was deleted."""
    return seat if table.is_deserted(seat) else Seat(seat.person, seat.bot)


def _numbered(sleeper: Sleeper) -> tuple[int, Seat]:
    return sleeper.number, sleeper.seat


def _series_run(table: TableRow) -> tuple[Series, Run]:
    """The series of a table and the finished matches of its newest run. Raises ApiError."""
    series = SERIES.get(table.game)
    if series is None:
        raise ApiError(404, "no_series")
    if table.closed or table.unreadable:
        check_open(table)
    if table.newer:
        raise ApiError(409, "record_newer")
    return series, runs_of(table)[-1]


def _numbers_of(table: TableRow, person: str) -> list[int]:
    """The seats of the campaign that a person has, those that sleep last."""
    asleep = [sleeper.number for sleeper in table.sleepers if sleeper.seat.person == person]
    return [*(table.lineup[seat] for seat in table.held_by(person)), *asleep]


def _same_branch(connection: Connection, table: TableRow, after: int, host: str) -> str | None:
    """The table at which this person went on from there, if nothing has been played at it since."""
    begun = select(func.count()).select_from(matches).where(matches.c.table_id == tables.c.id)
    query = select(tables.c.id).where(
        tables.c.branched_from == table.id,
        tables.c.branched_after == after,
        tables.c.host == host,
        ~tables.c.closed,
        begun.scalar_subquery() == after,
    )
    found = connection.execute(query.order_by(tables.c.created)).scalars()
    return next((table_id for table_id in found if table_id != table.goes_on), None)


def _new_table(
    connection: Connection,
    source: TableRow,
    run: Run,
    host: str,
    sitting: Sequence[Seat],
    asleep: Sequence[int],
) -> str:
    """A table with these matches, and everything else as the source has it."""
    made = create_table(connection, source.game, source.options, False, host, sitting, source.time)
    of_table = seats.c.table_id == made.id
    for number, city in enumerate(source.cities[: len(sitting)]):
        connection.execute(update(seats).where(of_table & (seats.c.seat == number)).values(city=city))
    connection.execute(update(seats).where(of_table & seats.c.seat.in_(asleep)).values(asleep=True))
    branched = {"branched_from": source.id, "branched_after": len(run), "name": source.name}
    connection.execute(update(tables).where(tables.c.id == made.id).values(branched))
    note_free_seats(connection, made.id)
    for number, past in enumerate(run, start=1):
        _copy_match(connection, past.match, made.id, number)
    return made.id


def _copy_match(connection: Connection, match_id: str, table_id: str, number: int) -> None:
    row = dict(connection.execute(select(matches).where(matches.c.id == match_id)).mappings().one())
    new_id = secrets.token_hex(12)
    changed = {"id": new_id, "table_id": table_id, "number": number, "next_checked": False}
    connection.execute(insert(matches).values({**row, **changed}))
    rest = [column for column in lines.c if column.name != "match_id"]
    copied = select(literal(new_id), *rest).where(lines.c.match_id == match_id)
    connection.execute(insert(lines).from_select(["match_id", *(column.name for column in rest)], copied))
