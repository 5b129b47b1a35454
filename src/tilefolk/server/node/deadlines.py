"""Deadlines: how long a seat may take, which late seats are answered for, and who gets a stand-in."""

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import NamedTuple

from sqlalchemy import Connection, select

from tilefolk.core.table_lines import late_prefix
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node import moves, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import lines, matches, tables
from tilefolk.server.tables.queries import record_length
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

MAX_LATE_IN_A_ROW = 3  # deadlines somebody may miss before a bot stands in


def visible_deadlines(live: LiveMatch, table: TableRow, held: Sequence[int]) -> dict[int, float]:
    """Deadline of each seat that this viewer, who holds the seats `held`, may know is to act."""
    deadlines = _deadlines(live, table)
    known = known_to_act(live, held) if deadlines else ()
    return {seat: deadline for seat, deadline in deadlines.items() if seat in known}


def _deadlines(live: LiveMatch, table: TableRow) -> dict[int, float]:
    """Deadline of every seat whose person plays it, on the site clock; empty where no clock runs."""
    if table.limit_seconds is None:
        return {}
    clock = live.turn_clock
    return {
        seat: clock.deadline(seat, table.limit_seconds, table.clock_from[seat]) for seat in _played(table)
    }


def _played(table: TableRow) -> list[int]:
    """The seats of people who play themselves."""
    return [number for number, seat in enumerate(table.seats) if seat.person and not seat.stand_in]


def known_to_act(live: LiveMatch, held: Sequence[int]) -> list[int]:
    """The seats that are to act, as far as all of the seats `held` know; without any, a spectator."""
    game, state = live.match.game, live.match.state
    acting = [game.to_act(game.seen(state, seat)) for seat in (held or (None,))]
    return [seat for seat in range(live.match.header.seats) if all(seat in known for known in acting)]


class MatchVersion(NamedTuple):
    """Changes whenever a match or its table does: length of the record, last touch of the table."""

    seq: int
    touched: float


class Deadlines:
    """Answers for late seats at all tables with a time limit. Every node does this.

    `_next_due` is a cache: a match is skipped until it changes or its next deadline has come.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._next_due: dict[str, tuple[MatchVersion, float]] = {}

    async def sweep(self) -> None:
        now = self._node.store.clock.now()
        versions = await self._node.store.read(_timed_matches)
        self._next_due = {match: due for match, due in self._next_due.items() if match in versions}
        for match, version in versions.items():
            seen, due = self._next_due.get(match, (None, 0.0))
            if seen != version or due <= now:
                with self._node.failures.isolate("deadlines", match):
                    await self._look_at(match, now)

    async def _look_at(self, match: str, now: float) -> None:
        live = await self._node.live_match(match)
        table = await self._node.table(live.table) if live else None
        if live and table and _earliest(live, table) <= now:
            table = await self._node.table_now(table.id)  # somebody may just have come back on another node
            if table and table.limit_seconds is not None:
                await self._check_match(live, table, table.limit_seconds)
        if live and table:
            self._next_due[match] = MatchVersion(live.seq, table.touched), _earliest(live, table)

    async def _check_match(self, live: LiveMatch, table: TableRow, limit_seconds: int) -> None:
        """Answer for those whose time is up; whoever is late too often gets a stand-in."""
        clock_from = {seat: table.clock_from[seat] for seat in _played(table)}
        late = await moves.write_late_answers(self._node, live, clock_from, limit_seconds)
        if not late:
            return
        missed = await self._node.store.read(
            lambda connection: {
                seat: late_in_a_row(connection, table.id, seat, table.clock_from[seat]) for seat in late
            }
        )
        for seat, times in missed.items():
            if times >= MAX_LATE_IN_A_ROW:
                await table_changes.change_seat(
                    self._node, table.id, seat, partial(_with_stand_in, seat, table.seats[seat])
                )


def _with_stand_in(number: int, late: Seat, table: TableRow) -> Seat:
    """The seat with a stand-in, unless somebody has changed it since its person was late."""
    seat = table.seats[number]
    return seat._replace(stand_in=STAND_IN, late=True) if seat == late else seat


def _earliest(live: LiveMatch, table: TableRow) -> float:
    """The next deadline of a seat that is to act."""
    acting = live.acting()
    return min((due for seat, due in _deadlines(live, table).items() if seat in acting), default=inf)


def _timed_matches(connection: Connection) -> dict[str, MatchVersion]:
    """Running matches at tables with a time limit."""
    joined = matches.join(tables, matches.c.table_id == tables.c.id)
    query = select(matches.c.id, record_length(), tables.c.touched).select_from(joined)
    timed = query.where(~matches.c.over, ~tables.c.closed, tables.c.time.is_not(None))
    return {match: MatchVersion(seq or 0, touched) for match, seq, touched in connection.execute(timed)}


def late_in_a_row(connection: Connection, table: str, seat: int, clock_from: float) -> int:
    """How many deadlines the seat missed since its last answer, over all matches of the table.

    Deadlines before `clock_from` do not count. All lines written for one missed deadline carry one tick.
    """
    newest = select(matches.c.id).where(matches.c.table_id == table).order_by(matches.c.number.desc())
    missed = 0
    for match in list(connection.execute(newest).scalars()):  # nearly always only the first is looked at
        ticks, answered = _missed_ticks(connection, match, seat, clock_from)
        missed += len(ticks)
        if answered or missed >= MAX_LATE_IN_A_ROW:
            break
    return missed


def _missed_ticks(
    connection: Connection, match: str, seat: int, clock_from: float
) -> tuple[set[float], bool]:
    """The ticks of the deadlines missed in a match since the seat's last answer; whether there was one."""
    late = late_prefix(seat)
    of_seat = (lines.c.who == seat) | lines.c.line.startswith(late)
    query = select(lines.c.tick, lines.c.line).where(lines.c.match_id == match, of_seat)
    ticks: set[float] = set()
    for tick, line in connection.execute(query.order_by(lines.c.seq.desc())):
        if not line.startswith(late) or tick <= clock_from:
            return ticks, True
        ticks.add(tick)
    return ticks, False
