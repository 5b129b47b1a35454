"""Series at a table: what is next, where it stands, its text. A table may play its series again and again."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, insert, select, update

from tilefolk.campaign import SERIES, Series, Standing, standing
from tilefolk.campaign.record import SeriesRecord, series_record_text
from tilefolk.campaign.standing import standing_json
from tilefolk.core.game import Legacy, Options
from tilefolk.games import find
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.records import insert_match, stored_record
from tilefolk.server.storage.schema import newer_series
from tilefolk.server.storage.schema import seats as seats_stored
from tilefolk.server.tables.queries import create_table, load_tables
from tilefolk.server.tables.runs import rows_of_run
from tilefolk.server.tables.table import FinishedMatch, Seat, TableRow

MAX_CACHED = 500  # standings


Run = tuple[FinishedMatch, ...]


def runs_of(table: TableRow) -> list[Run]:
    """The finished matches run by run; of the earlier runs a table knows only how many there were.

    A run begins with the first match of the series, whatever its length: a campaign gets more matches with a
    later version. A finished run stays until the next begins.
    """
    return [()] * table.earlier_runs + [table.past]


def standing_of(table: TableRow, series: Series) -> Standing:
    return _standing(series.name, len(table.seats), runs_of(table)[-1])


@lru_cache(MAX_CACHED)
def _standing(series: str, seats: int, run: Run) -> Standing:
    """Folded once: matches that are over never change."""
    return standing(SERIES[series], seats, [past.end for past in run])


@lru_cache(MAX_CACHED)
def _standing_json(series: str, seats: int, run: Run, known: int | None) -> dict[str, Any]:
    return {
        **standing_json(_standing(series, seats, run), known),
        "ids": [past.match for past in run[: _matches_known(SERIES[series], known)]],
    }


def _matches_known(series: Series, known: int | None) -> int:
    """How many matches lie in the chapters that somebody may know."""
    chapters = series.chapters if known is None or not series.sealed else series.chapters[:known]
    return sum(len(chapter.modes) for chapter in chapters)


def next_match(table: TableRow) -> tuple[str, Options, tuple[Legacy, ...]]:
    """The table's next match: what is played, its options, what the seats bring along."""
    series = SERIES.get(table.game)
    if series is None:
        return table.game, table.options, ()
    now = standing_of(table, series)
    legacy = () if now.over else now.legacy
    _, mode = find(now.next_mode or series.modes[0])
    return mode.name, series.options_of(mode, table.options), legacy


def starts_by_itself(table: TableRow) -> bool:
    """Whether matches of the table's series start without anybody's word: its people need not meet."""
    return table.game in SERIES and table.is_correspondence and len(table.people) > 1


def is_next_match_due(table: TableRow) -> bool:
    """Whether the next match of a series that starts by itself is to start now."""
    is_playable = not table.closed and not table.unreadable and not table.newer
    ready = is_playable and table.over and not table.asleep and Seat() not in table.seats
    return ready and starts_by_itself(table) and not standing_of(table, SERIES[table.game]).over


def check_next_match(table: TableRow) -> None:
    """Raises ApiError where the table's series cannot go on here."""
    series = SERIES.get(table.game)
    if table.newer:
        raise ApiError(409, "record_newer")
    if series is not None and series.coming and standing_of(table, series).over:
        raise ApiError(409, "for_now")


def mode_played(table: TableRow) -> str:
    """What the newest match plays."""
    return table.mode or next_match(table)[0]


def mode_now(table: TableRow) -> str:
    """What is played now, or next."""
    running = table.match is not None and not table.over
    return mode_played(table) if running else next_match(table)[0]


def series_json(table: TableRow, known: int | None = None) -> dict[str, Any] | None:
    """Where the series of a table stands, with the ids of its finished matches.

    `known` is how many of its chapters the reader may know; without it, as many as those who play.
    """
    series = SERIES.get(table.game)
    if series is None:
        return None
    runs = runs_of(table)
    campaign = {"cities": list(table.cities), "newer": table.newer} if series.wins else {}
    return {**_standing_json(series.name, len(table.seats), runs[-1], known), **campaign, "run": len(runs)}


def matches_of_run(
    connection: Connection, table: TableRow, series: Series, run: int
) -> list[tuple[str, str]]:
    """The ids of the finished matches of a run, and what they played."""
    if run > table.earlier_runs:
        return [(past.match, past.mode) for past in table.past]
    return [(row.id, row.mode) for row in rows_of_run(connection, table.id, series.modes[0], run)]


def series_text(connection: Connection, table: TableRow, series: Series, run: int) -> str:
    """The finished matches of a run as one text."""
    if table.newer:
        kept = select(newer_series.c.text).where(newer_series.c.table_id == table.id)
        return str(connection.execute(kept).scalar_one())
    records = [
        stored_record(connection, match) for match, _ in matches_of_run(connection, table, series, run)
    ]
    return series_record_text(series, len(table.seats), filter(None, records), table.cities)


def newest_series_text(connection: Connection, table_id: str) -> str | None:
    """The newest run of a table's series as text; None where the table plays none."""
    for table in load_tables(connection, [table_id]):
        if series := SERIES.get(table.game):
            return series_text(connection, table, series, len(runs_of(table)))
    return None


def import_series(connection: Connection, record: SeriesRecord, host: str, text: str) -> TableRow:
    """Store a series at a new table; the host sits on the first seat, the others are free.

    The text of one that a newer version wrote is kept as it came.
    """
    series = record.series
    seats = [Seat(host), *[Seat()] * (record.seats - 1)]
    last = dict(record.matches[-1].header.options) if record.matches else {}
    options = {name: last[name] for name, _ in series.chosen if name in last}
    table = create_table(connection, series.name, options, False, host, seats)
    for number, match in enumerate(record.matches, start=1):
        assert match.seed is not None
        insert_match(connection, table.id, number, match.seed, match, imported=True)
    for number, city in enumerate(record.cities):
        this_seat = (seats_stored.c.table_id == table.id) & (seats_stored.c.seat == number)
        connection.execute(update(seats_stored).where(this_seat).values(city=city))
    if record.newer:
        connection.execute(insert(newer_series).values(table_id=table.id, text=text))
    return load_tables(connection, [table.id])[0]
