"""Changes of tables: new ones, who sits where, names and closing. Each is stored and shown on every node."""

from collections.abc import Callable
from functools import partial

from tilefolk.campaign.record import SeriesRecord
from tilefolk.server.matches import series
from tilefolk.server.matches.branches import restart_if_agreed
from tilefolk.server.messages import Sitter
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables import queries
from tilefolk.server.tables.seating_rules import Attendance, check_open, seat_after
from tilefolk.server.tables.table import Seat, TableRow


async def create_table(
    node: Node,
    game: str,
    options: dict[str, str],
    listed: bool,
    host: str,
    seats: list[Seat],
    limit_seconds: int | None = None,
) -> TableRow:
    table = await node.store.write(
        lambda connection: queries.create_table(connection, game, options, listed, host, seats, limit_seconds)
    )
    node.table_cache.add(table)
    return table


async def import_series(node: Node, record: SeriesRecord, host: str, text: str) -> TableRow:
    """A new table that goes on with a series from elsewhere."""
    return await node.store.write(lambda connection: series.import_series(connection, record, host, text))


async def change_seat(node: Node, table_id: str, number: int, decide: Callable[[TableRow], Seat]) -> TableRow:
    """Change a seat to what `decide` says of the table as it is stored then. Raises what it raises."""
    now = node.store.clock.now()
    return await node.change_table(
        table_id, lambda connection: queries.change_seat(connection, table_id, number, decide, now)
    )


async def sit(node: Node, table: TableRow, number: int, sitter: Sitter, person: Person) -> TableRow:
    """Change a seat as a person asks. Raises ApiError where they may not, or may no longer."""
    here, long_away = node.people_at(table), node.long_away(table)

    def decide(now: TableRow) -> Seat:
        check_open(now)
        return seat_after(now, number, sitter, person, Attendance(here, long_away))

    now = await change_seat(node, table.id, number, decide)
    if now.restart is None:
        return now
    return await node.change_table(table.id, lambda connection: restart_if_agreed(connection, table.id))


async def give_seats_back(node: Node, table: TableRow, person: Person) -> TableRow:
    """Give a person back the seats that a bot got because the person was late or away."""
    for number in table.held_by(person.id):
        if table.seats[number].returns:
            table = await change_seat(node, table.id, number, partial(_seat_back, number, person))
    return table


async def name_city(node: Node, table: TableRow, number: int, name: str, person: Person) -> TableRow:
    """Name the city of a person's seat. Raises ApiError where they do not sit there."""
    return await node.change_table(
        table.id, lambda connection: queries.name_city(connection, table.id, number, name, person.id)
    )


async def set_name_and_closed(node: Node, table: TableRow, name: str, closed: bool) -> TableRow:
    """The operator names a table, closes it or opens it again."""
    return await node.change_table(
        table.id,
        lambda connection: queries.set_table(connection, table.id, name, closed, node.store.clock.now()),
    )


def _seat_back(number: int, person: Person, table: TableRow) -> Seat:
    """The seat as its person finds it who comes back; what is another's by now stays."""
    seat = table.seats[number]
    return Seat(person.id) if seat.person == person.id and seat.returns and not table.closed else seat
