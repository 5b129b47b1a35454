"""Time at tables: how long a seat may take, who is answered for, and who gets a stand-in."""

from collections.abc import Sequence
from math import inf

from sqlalchemy import Connection, func, select

from tilefolk.core.notation import TABLE, Line, write
from tilefolk.server.house import House
from tilefolk.server.room import Room
from tilefolk.server.schema import lines, matches, tables
from tilefolk.server.seating import STAND_IN
from tilefolk.server.tables import Seat, TableRow

PATIENCE = 3  # times somebody may be late in a row before a bot stands in


def deadlines(room: Room, table: TableRow, held: Sequence[int]) -> dict[int, float]:
    """Until when, on the house clock, seats have time that act as far as these ones, or a spectator, know."""
    limit = table.limit
    if limit is None:
        return {}
    known = known_to_act(room, held)
    return {
        number: room.waits.since(number).tick + limit
        for number, seat in enumerate(table.seats)
        if seat.person and not seat.stand_in and number in known
    }


def known_to_act(room: Room, held: Sequence[int]) -> list[int]:
    """The seats that act as far as all of these, or a spectator, know."""
    game, state = room.match.game, room.match.state
    acting = [game.to_act(game.seen(state, seat)) for seat in (held or (None,))]
    return [seat for seat in range(room.match.header.seats) if all(seat in known for known in acting)]


class Deadlines:
    """Every node looks after all tables with time. What it noted about a match only spares it a look."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._noted: dict[str, tuple[int, float]] = {}  # how long the record was, when something is due in it

    async def sweep(self) -> None:
        now = self._house.store.clock.now()
        heads = await self._house.store.read(_timed)
        self._noted = {match: noted for match, noted in self._noted.items() if match in heads}
        for match, head in heads.items():
            seq, due = self._noted.get(match, (0, 0.0))
            if seq != head or due <= now:
                await self._look(match)

    async def _look(self, match: str) -> None:
        room = await self._house.room(match)
        table = await self._house.table(room.table) if room else None
        limit = table.limit if table else None
        if room is None or table is None:
            return
        people = [number for number, seat in enumerate(table.seats) if seat.person]
        if limit is not None:
            await self._late(room, table, limit)
        due = [room.waits.since(seat).tick + (limit or inf) for seat in people if seat in room.acting()]
        self._noted[match] = room.seq, min(due, default=inf)

    async def _late(self, room: Room, table: TableRow, limit: int) -> None:
        """Answer for those whose time is up; whoever is late too often gets a stand-in."""
        waited = [number for number, seat in enumerate(table.seats) if not seat.played_by_bot]
        late = await self._house.late(room, waited, limit)
        if not late:
            return
        missed = await self._house.store.read(
            lambda connection: {seat: late_in_a_row(connection, table.id, seat) for seat in late}
        )
        for seat, times in missed.items():
            if times >= PATIENCE:
                stand_in = Seat(table.seats[seat].person, stand_in=STAND_IN, late=True)
                await self._house.sit(table, seat, stand_in)


def _timed(connection: Connection) -> dict[str, int]:
    """Running matches with time, and how long their records are."""
    joined = matches.join(tables, matches.c.table_id == tables.c.id).join(lines)
    query = select(matches.c.id, func.max(lines.c.seq)).select_from(joined)
    timed = query.where(~matches.c.over, ~tables.c.closed, tables.c.time.is_not(None))
    running = timed.group_by(matches.c.id)
    return dict(connection.execute(running).all())


def late_in_a_row(connection: Connection, table: str, seat: int) -> int:
    """How many deadlines the seat has missed since it last answered, over all matches of the table.

    All lines that are written for one missed deadline carry the same tick.
    """
    late = write(Line(TABLE, ("late", seat))) + " "
    query = (
        select(matches.c.number, lines.c.tick, lines.c.line)
        .join(matches)
        .where(matches.c.table_id == table, (lines.c.who == seat) | lines.c.line.startswith(late))
        .order_by(matches.c.number.desc(), lines.c.seq.desc())
    )
    missed = set()
    for number, tick, line in connection.execute(query):
        if not line.startswith(late):
            break
        missed.add((number, tick))
    return len(missed)
