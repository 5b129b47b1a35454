"""Stored records: how a match is written into rows, and how rows fold to a match.

A record that this version cannot fold is kept and shown, never played on.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Connection, insert, select

from tilefolk.core.match import Match
from tilefolk.core.notation import Line, write
from tilefolk.core.record import BadRecord, is_newer, read_record, record_text, write_header
from tilefolk.games import find
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.line_writer import LineRow
from tilefolk.server.storage.schema import lines, matches
from tilefolk.threads import run_in_pool

MAX_LINES = 5_000  # of one record that is imported; the longest matches have some hundreds
MAX_LINES_FOR_UNDO = 4_000  # in a longer record nothing is taken back any more, so that it comes to its end
LONG_RECORD_LINES = 500  # a longer record is checked beside the event loop
FOLDER = ThreadPoolExecutor(1, "fold")  # one record at a time, beside the event loop


class Unreadable(Exception):
    """A record that this version cannot fold. `code`: `newer` (written by a newer version) or `broken`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def insert_match(
    connection: Connection,
    table: str,
    number: int,
    seed: bytes,
    match: Match,
    tick: float = 0.0,
    imported: bool = False,
) -> str:
    """Store a match with the lines it has so far; return its new id."""
    match_id = secrets.token_hex(12)
    header = "\n".join(write_header(match.header))
    values = {"id": match_id, "table_id": table, "number": number, "header": header, "seed": seed}
    more = {"over": match.end is not None, "created": time.time(), "imported": imported}
    connection.execute(insert(matches).values(**values, **more))
    rows = [
        line_row(match_id, seq, line, None, tick)._asdict() for seq, line in enumerate(match.lines, start=1)
    ]
    if rows:
        connection.execute(insert(lines), rows)
    return match_id


def line_row(match_id: str, seq: int, line: Line, receipt: int | None, tick: float) -> LineRow:
    """The row of one line; `tick` is the site clock, `at` the time of day for people to read."""
    return LineRow(match_id, seq, line.who, receipt, write(line), time.time(), tick)


def select_rows(connection: Connection, match_id: str, after: int = 0) -> list[LineRow]:
    """The rows of a record behind `after`, in their order."""
    which = (lines.c.match_id == match_id) & (lines.c.seq > after)
    rows = connection.execute(select(lines).where(which).order_by(lines.c.seq))
    return [LineRow(*row) for row in rows]


def fold_aside(header: str, rows: Sequence[LineRow]) -> asyncio.Future[tuple[Match, TurnClock]]:
    """Fold stored rows beside the event loop, with all files that this reads. Raises Unreadable."""
    return run_in_pool(FOLDER, fold_rows, header, rows)


def fold_rows(header: str, rows: Sequence[LineRow]) -> tuple[Match, TurnClock]:
    """The match behind stored rows, and since when it waits for whom. Raises Unreadable."""
    turn_clock = TurnClock()

    def follow(match: Match) -> None:
        turn_clock.follow(match, rows[len(match.lines) - 1].tick)

    return fold(header, [row.line for row in rows], follow), turn_clock


def fold(header: str, stored: Sequence[str], follow: Callable[[Match], None] = lambda match: None) -> Match:
    """The match behind a stored header and its lines. Raises Unreadable."""
    try:
        return read_record(record_text([header], stored), find, follow)
    except BadRecord as error:
        raise Unreadable("newer" if is_newer(error) else "broken", str(error)) from error
    except Exception as error:  # whatever a damaged line causes must not end the node
        raise Unreadable("broken", repr(error)) from error


def stored_record(connection: Connection, match_id: str) -> str | None:
    """The text of a finished match as it is stored; None when there is no such match or it still runs."""
    query = select(matches.c.header).where((matches.c.id == match_id) & matches.c.over)
    header = connection.execute(query).scalar()
    if header is None:
        return None
    stored = select(lines.c.line).where(lines.c.match_id == match_id).order_by(lines.c.seq)
    return record_text([header], connection.execute(stored).scalars())
