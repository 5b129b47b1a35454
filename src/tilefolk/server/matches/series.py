"""Series at a table: what is next, where it stands, its text. A table may play its series again and again."""

from typing import Any

from sqlalchemy import Connection

from tilefolk.campaign import SERIES, Series, Standing, standing
from tilefolk.campaign.record import SeriesRecord, series_record_text
from tilefolk.campaign.standing import standing_json
from tilefolk.core.game import Legacy, Options
from tilefolk.games import find
from tilefolk.server.matches.records import insert_match, stored_record
from tilefolk.server.tables.queries import create_table, load_tables
from tilefolk.server.tables.table import FinishedMatch, Seat, TableRow


def run_number(table: TableRow, series: Series) -> int:
    """Which run of the series the table plays, from 1; a finished run stays until the next begins."""
    return 1 + (max(table.number, 1) - 1) // len(series.ways)


def finished_matches(table: TableRow, series: Series, run: int) -> tuple[FinishedMatch, ...]:
    """The finished matches of one run."""
    length = len(series.ways)
    return table.past[(run - 1) * length : run * length]


def standing_of(table: TableRow, series: Series) -> Standing:
    ends = [past.end for past in finished_matches(table, series, run_number(table, series))]
    return standing(series, len(table.seats), ends)


def next_match(table: TableRow) -> tuple[str, Options, tuple[Legacy, ...]]:
    """The table's next match: what is played, its options, what the seats bring along."""
    series = SERIES.get(table.game)
    if series is None:
        return table.game, table.options, ()
    now = standing_of(table, series)
    legacy = () if now.over else now.legacy
    _, way = find(now.next_way or series.ways[0])
    return way.name, series.options_of(way, table.options), legacy


def starts_by_itself(table: TableRow) -> bool:
    """Whether matches of the table's series start without anybody's word: its people need not meet."""
    return table.game in SERIES and table.is_correspondence and len(table.people) > 1


def is_next_match_due(table: TableRow) -> bool:
    """Whether the next match of a series that starts by itself is to start now."""
    is_playable = not table.closed and not table.unreadable
    ready = is_playable and table.over and not table.asleep and Seat() not in table.seats
    return ready and starts_by_itself(table) and not standing_of(table, SERIES[table.game]).over


def way_played(table: TableRow) -> str:
    """What the newest match plays."""
    ways = SERIES[table.game].ways if table.game in SERIES else (table.game,)
    return ways[(max(table.number, 1) - 1) % len(ways)]


def way_now(table: TableRow) -> str:
    """What is played now, or next."""
    running = table.match is not None and not table.over
    return way_played(table) if running else next_match(table)[0]


def series_json(table: TableRow) -> dict[str, Any] | None:
    """Where the series of a table stands, with the ids of its finished matches."""
    series = SERIES.get(table.game)
    if series is None:
        return None
    run = run_number(table, series)
    ids = [past.match for past in finished_matches(table, series, run)]
    return {**standing_json(standing_of(table, series)), "ids": ids, "run": run}


def series_text(connection: Connection, table: TableRow, series: Series, run: int) -> str:
    """The finished matches of a run as one text."""
    records = [stored_record(connection, past.match) for past in finished_matches(table, series, run)]
    return series_record_text(series, len(table.seats), filter(None, records))


def newest_series_text(connection: Connection, table_id: str) -> str | None:
    """The newest run of a table's series as text; None where the table plays none."""
    for table in load_tables(connection, [table_id]):
        if series := SERIES.get(table.game):
            return series_text(connection, table, series, run_number(table, series))
    return None


def import_series(connection: Connection, record: SeriesRecord, host: str) -> TableRow:
    """Store a series at a new table; the host sits on the first seat, the others are free."""
    series = record.series
    seats = [Seat(host), *[Seat()] * (record.seats - 1)]
    last = dict(record.matches[-1].header.options) if record.matches else {}
    options = {name: last[name] for name, _ in series.chosen if name in last}
    table = create_table(connection, series.name, options, False, host, seats)
    for number, match in enumerate(record.matches, start=1):
        assert match.seed is not None
        insert_match(connection, table.id, number, match.seed, match, imported=True)
    return load_tables(connection, [table.id])[0]
