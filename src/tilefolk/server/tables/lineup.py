"""Who plays in a campaign: between two matches a seat joins, sleeps or wakes. Rules, and the database."""

from sqlalchemy import Connection, delete, insert, update

from tilefolk.campaign import SERIES, Series
from tilefolk.server.errors import ApiError
from tilefolk.server.messages import Sitter
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import seats
from tilefolk.server.tables.next_seal import drop_commitments
from tilefolk.server.tables.queries import lock_table, note_free_seats
from tilefolk.server.tables.seating_rules import check_open, seat_for, seat_of_sleeper
from tilefolk.server.tables.table import Seat, TableRow


def join(connection: Connection, table_id: str, sitter: Sitter, person: Person, now: float) -> None:
    """Add a seat to a campaign. Raises ApiError."""
    table = lock_table(connection, table_id)
    series = _series_between(table)
    _check_room(table, series)
    if table.host != person.id and not is_at_table(table, person.id):
        raise ApiError(403, "not_yours")
    seat = seat_for(table, sitter, person)
    values = {"table_id": table_id, "seat": table.seats_of_series, "clock_from": now, **seat._asdict()}
    connection.execute(insert(seats).values(values))
    _lineup_changed(connection, table_id)


def sleep(connection: Connection, table_id: str, number: int, person: Person) -> None:
    """Let a seat of a campaign sleep; one that is new and has not played yet is taken away again."""
    table = lock_table(connection, table_id)
    series = _series_between(table)
    if number not in table.lineup:
        raise ApiError(409, "asleep_already") if _is_seat(table, number) else ApiError(404, "no_such_seat")
    seat = table.seats[table.lineup.index(number)]
    is_others = seat.person is not None and seat.person != person.id and not table.is_deserted(seat)
    if table.host != person.id and (is_others or not is_at_table(table, person.id)):
        raise ApiError(403, "not_yours")
    this_seat = (seats.c.table_id == table_id) & (seats.c.seat == number)
    if _is_new(table, number) and len(table.seats) + len(table.sleepers) > min(series.seats):
        connection.execute(delete(seats).where(this_seat))
    else:
        resting = Seat(seat.person, seat.bot)._asdict()
        connection.execute(update(seats).where(this_seat).values(asleep=True, **resting))
    _lineup_changed(connection, table_id)


def wake(
    connection: Connection, table_id: str, number: int, sitter: Sitter, person: Person, now: float
) -> None:
    """Let a seat that sleeps play again, with somebody on it. Raises ApiError."""
    table = lock_table(connection, table_id)
    _series_between(table)
    found = next((sleeper for sleeper in table.sleepers if sleeper.number == number), None)
    if found is None:
        raise ApiError(409, "seat_taken" if number in table.lineup else "no_such_seat")
    seat = seat_of_sleeper(table, found.seat, sitter, person)
    this_seat = (seats.c.table_id == table_id) & (seats.c.seat == number)
    values = {"asleep": False, "clock_from": now, **seat._asdict()}
    connection.execute(update(seats).where(this_seat).values(values))
    _lineup_changed(connection, table_id)


def is_at_table(table: TableRow, person: str) -> bool:
    """Whether a person has a seat, be it one that sleeps."""
    return person in table.people or any(sleeper.seat.person == person for sleeper in table.sleepers)


def may_join(table: TableRow) -> bool:
    """Whether another seat may join now."""
    try:
        _check_room(table, _series_between(table))
    except ApiError:
        return False
    return True


def _check_room(table: TableRow, series: Series) -> None:
    if table.seats_of_series >= max(series.seats):
        raise ApiError(409, "no_more_seats")


def _series_between(table: TableRow) -> Series:
    """The campaign of a table at which seats may join, sleep and wake now. Raises ApiError."""
    check_open(table)
    series = SERIES.get(table.game)
    if series is None or not series.joining:
        raise ApiError(409, "no_joining")
    if table.newer:
        raise ApiError(409, "record_newer")
    if table.is_running:
        raise ApiError(409, "between_episodes")
    return series


def _is_seat(table: TableRow, number: int) -> bool:
    return any(sleeper.number == number for sleeper in table.sleepers)


def _is_new(table: TableRow, number: int) -> bool:
    """Whether the seat is the last one and has played no match of this table."""
    played = {seat for past in table.past for seat in (past.lineup or range(len(past.end["values"])))}
    return number == table.seats_of_series - 1 and number not in played


def _lineup_changed(connection: Connection, table_id: str) -> None:
    drop_commitments(connection, table_id)
    note_free_seats(connection, table_id)
