"""Matches as they are stored: their rows, and what these fold to."""

import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from tilefolk.core.match import Match
from tilefolk.core.notation import Line, write
from tilefolk.core.record import write_header
from tilefolk.server.matches.records import folded
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.schema import lines, matches


def store_match(
    connection: Connection, table: str, number: int, seed: bytes, match: Match, tick: float = 0.0
) -> str:
    """A match as far as it is played; its new id."""
    match_id = secrets.token_hex(12)
    text = "\n".join(write_header(match.header))
    values = {"id": match_id, "table_id": table, "number": number, "header": text, "seed": seed}
    connection.execute(insert(matches).values(**values, over=match.end is not None, created=time.time()))
    rows = [stored_line(match_id, seq, line, None, tick) for seq, line in enumerate(match.lines, start=1)]
    if rows:
        connection.execute(insert(lines), rows)
    return match_id


def stored_line(match_id: str, seq: int, line: Line, n: int | None, tick: float) -> dict[str, Any]:
    what = {"match_id": match_id, "seq": seq, "who": line.who, "n": n, "line": write(line)}
    return {**what, "at": time.time(), "tick": tick}


def stored_lines(connection: Connection, match_id: str, after: int = 0) -> list[dict[str, Any]]:
    which = (lines.c.match_id == match_id) & (lines.c.seq > after)
    rows = connection.execute(select(lines).where(which).order_by(lines.c.seq))
    return [dict(row) for row in rows.mappings()]


def folded_lines(header: str, rows: Sequence[dict[str, Any]]) -> tuple[Match, TurnClock]:
    turn_clock = TurnClock()
    match = folded(
        header,
        [row["line"] for row in rows],
        lambda match: turn_clock.follow(match, rows[len(match.lines) - 1]["tick"]),
    )
    return match, turn_clock
