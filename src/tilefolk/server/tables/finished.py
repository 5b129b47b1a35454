"""The matches of tables: which is the newest, and the end records of those that are over.

An end record never changes, so each is read and parsed once as long as it is in use.
"""

import contextlib
from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from tilefolk.core.notation import TABLE
from tilefolk.core.table_lines import END_PREFIX, read_end
from tilefolk.games import UnknownGame, find
from tilefolk.server.storage.schema import lines, matches
from tilefolk.server.tables.table import FinishedMatch

MAX_CACHED = 2000  # end records; some kilobytes each
GAME_KEY, VERSION_KEY, LINEUP_KEY, OPEN_SEED_KEY = "game ", "version ", "lineup ", "open-seed "  # in a header


class MatchRow(NamedTuple):
    """A match of a table, without its record."""

    id: str
    number: int
    over: bool
    mode: str
    header: str


class _EndRecords:
    """The finished matches used last, by id. Several threads read the database."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, FinishedMatch] = OrderedDict()
        self._lock = Lock()

    def get(self, ids: Sequence[str]) -> dict[str, FinishedMatch]:
        with self._lock:
            found = {match: self._known[match] for match in ids if match in self._known}
            for match in found:
                self._known.move_to_end(match)
        return found

    def add(self, new: dict[str, FinishedMatch]) -> None:
        with self._lock:
            self._known.update(new)
            while len(self._known) > MAX_CACHED:
                self._known.popitem(last=False)


_end_records = _EndRecords()


def match_rows(connection: Connection, since: Mapping[str, int]) -> dict[str, list[MatchRow]]:
    """The matches of these tables in the order they were played, each table's from this number on."""
    if not since:
        return {}
    from_number = [(matches.c.table_id == one) & (matches.c.number >= least) for one, least in since.items()]
    query = select(matches.c.table_id, matches.c.id, matches.c.number, matches.c.over, matches.c.header)
    found = connection.execute(query.where(or_(*from_number)).order_by(matches.c.number))
    out: dict[str, list[MatchRow]] = defaultdict(list)
    for table_id, match, number, over, header in found:
        out[table_id].append(MatchRow(match, number, over, mode_of_header(header), header))
    return out


def mode_of_header(header: str) -> str:
    """What a match plays, from its stored header."""
    return _row_of(header, GAME_KEY)


def open_seed_of_header(header: str) -> str:
    """The public word that the draws of a match follow from; empty where they are secret."""
    return _row_of(header, OPEN_SEED_KEY)


def _row_of(header: str, key: str) -> str:
    """What stands behind a key in a stored header; empty where it has no such row."""
    rows = (row for row in header.split("\n") if row.startswith(key))
    return next(rows, "").removeprefix(key)


def finished_matches(connection: Connection, rows: Sequence[MatchRow]) -> dict[str, FinishedMatch | None]:
    """Those of these matches that are over, with their end records, by id and in their order.

    None stands for an end record that cannot be read.
    """
    over = {row.id: row for row in rows if row.over}
    known: dict[str, FinishedMatch | None] = {**_end_records.get([*over])}
    missing = [match for match in over if match not in known]
    if missing:
        is_end = (lines.c.who == TABLE) & lines.c.line.startswith(END_PREFIX)
        query = select(lines.c.match_id, lines.c.line).where(lines.c.match_id.in_(missing) & is_end)
        new = {match: _finished(over[match], line) for match, line in connection.execute(query)}
        _end_records.add({match: found for match, found in new.items() if found is not None})
        known |= new
    return {match: known[match] for match in over if match in known}


def _finished(row: MatchRow, line: str) -> FinishedMatch | None:
    try:
        version = int(_row_of(row.header, VERSION_KEY))
        lineup = tuple(map(int, _row_of(row.header, LINEUP_KEY).split()))
        with contextlib.suppress(UnknownGame):
            find(row.mode, version)  # an older version is read here, not where a standing is looked at
        return FinishedMatch(row.id, row.mode, read_end(line), lineup, version)
    except (ValueError, LookupError, TypeError):
        return None
