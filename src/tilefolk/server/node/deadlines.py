"""Time at tables: how long a seat may take, who is answered for, and who gets a stand-in."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from tilefolk.core.table_lines import late_prefix
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import lines, matches, tables
from tilefolk.server.tables.seating_rules import STAND_IN
from tilefolk.server.tables.table import Seat, TableRow

PATIENCE = 3  # times somebody may be late in a row before a bot stands in


def deadlines(live: LiveMatch, table: TableRow, held: Sequence[int]) -> dict[int, float]:
    """Until when, on the house clock, seats have time that act as far as these ones, or a spectator, know."""
    until = _clocks(live, table)
    known = known_to_act(live, held) if until else ()
    return {seat: due for seat, due in until.items() if seat in known}


def _clocks(live: LiveMatch, table: TableRow) -> dict[int, float]:
    """Until when each seat has time that somebody plays; nothing where no clock runs."""
    if table.limit is None:
        return {}
    return {seat: live.turn_clock.until(seat, table.limit, table.clock_from[seat]) for seat in _played(table)}


def _played(table: TableRow) -> list[int]:
    """The seats of people who play themselves."""
    return [number for number, seat in enumerate(table.seats) if seat.person and not seat.stand_in]


def known_to_act(live: LiveMatch, held: Sequence[int]) -> list[int]:
    """The seats that act as far as all of these, or a spectator, know."""
    game, state = live.match.game, live.match.state
    acting = [game.to_act(game.seen(state, seat)) for seat in (held or (None,))]
    return [seat for seat in range(live.match.header.seats) if all(seat in known for known in acting)]


class Head(NamedTuple):
    """How long the record of a match is, and when its table was last touched."""

    seq: int
    touched: float


class Deadlines:
    """Every node looks after all tables with time. What it noted about a match only spares it a look."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._noted: dict[str, tuple[Head, float]] = {}  # how it stood, when something is due in it

    async def sweep(self) -> None:
        now = self._node.store.clock.now()
        heads = await self._node.store.read(_timed)
        self._noted = {match: noted for match, noted in self._noted.items() if match in heads}
        for match, head in heads.items():
            seen, due = self._noted.get(match, (None, 0.0))
            if seen != head or due <= now:
                await self._look(match, now)

    async def _look(self, match: str, now: float) -> None:
        live = await self._node.live_match(match)
        table = await self._node.table(live.table) if live else None
        if live and table and _next(live, table) <= now:
            table = await self._node.table_now(table.id)  # somebody may just have come back on another node
            if table and table.limit is not None:
                await self._late(live, table, table.limit)
        if live and table:
            self._noted[match] = Head(live.seq, table.touched), _next(live, table)

    async def _late(self, live: LiveMatch, table: TableRow, limit: int) -> None:
        """Answer for those whose time is up; whoever is late too often gets a stand-in."""
        late = await self._node.late(live, {seat: table.clock_from[seat] for seat in _played(table)}, limit)
        if not late:
            return
        missed = await self._node.store.read(
            lambda connection: {
                seat: late_in_a_row(connection, table.id, seat, table.clock_from[seat]) for seat in late
            }
        )
        for seat, times in missed.items():
            if times >= PATIENCE:
                stand_in = Seat(table.seats[seat].person, stand_in=STAND_IN, late=True)
                await self._node.sit(table, seat, stand_in)


def _next(live: LiveMatch, table: TableRow) -> float:
    """When the match has to be looked at again, if nothing changes."""
    acting = live.acting()
    return min((due for seat, due in _clocks(live, table).items() if seat in acting), default=inf)


def _timed(connection: Connection) -> dict[str, Head]:
    """Running matches with time."""
    joined = matches.join(tables, matches.c.table_id == tables.c.id).join(lines)
    query = select(matches.c.id, func.max(lines.c.seq), tables.c.touched).select_from(joined)
    timed = query.where(~matches.c.over, ~tables.c.closed, tables.c.time.is_not(None))
    running = timed.group_by(matches.c.id, tables.c.touched)
    return {match: Head(seq, touched) for match, seq, touched in connection.execute(running)}


def late_in_a_row(connection: Connection, table: str, seat: int, clock_from: float) -> int:
    """How many deadlines the seat has missed since then and its last answer, over all matches of the table.

    All lines that are written for one missed deadline carry the same tick.
    """
    late = late_prefix(seat)
    query = (
        select(matches.c.number, lines.c.tick, lines.c.line)
        .join(matches)
        .where(matches.c.table_id == table, (lines.c.who == seat) | lines.c.line.startswith(late))
        .order_by(matches.c.number.desc(), lines.c.seq.desc())
    )
    missed = set()
    for number, tick, line in connection.execute(query):
        if not line.startswith(late) or tick <= clock_from:
            break
        missed.add((number, tick))
    return len(missed)
