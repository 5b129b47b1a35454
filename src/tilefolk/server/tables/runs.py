"""The runs of tables that play their series again and again: where each begins, among the matches."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import Connection, select

from tilefolk.server.storage.schema import matches
from tilefolk.server.tables.finished import GAME_KEY, MatchRow, match_rows


def run_starts(connection: Connection, first_modes: Mapping[str, str]) -> dict[str, list[int]]:
    """The numbers of the matches that begin a run, by table; `first_modes`: what their series begin with."""
    out: dict[str, list[int]] = defaultdict(list)
    for mode in {*first_modes.values()}:
        ids = [table_id for table_id, first in first_modes.items() if first == mode]
        begins = matches.c.header.contains(f"\n{GAME_KEY}{mode}\n", autoescape=True) | (matches.c.number == 1)
        query = select(matches.c.table_id, matches.c.number).where(matches.c.table_id.in_(ids) & begins)
        for table_id, number in connection.execute(query.order_by(matches.c.number)):
            out[table_id].append(number)
    return out


def newest_runs(
    connection: Connection, first_modes: Mapping[str, str]
) -> tuple[dict[str, list[MatchRow]], dict[str, int]]:
    """The matches of each table's newest run, and how many runs came before it."""
    starts = run_starts(connection, first_modes)
    rows = match_rows(connection, {table_id: numbers[-1] for table_id, numbers in starts.items()})
    return rows, {table_id: len(numbers) - 1 for table_id, numbers in starts.items()}


def rows_of_run(connection: Connection, table_id: str, first_mode: str, run: int) -> list[MatchRow]:
    """The finished matches of an earlier run."""
    starts = run_starts(connection, {table_id: first_mode})[table_id]
    end = starts[run] if run < len(starts) else None
    found = match_rows(connection, {table_id: starts[run - 1]})[table_id]
    return [row for row in found if row.over and (end is None or row.number < end)]
