"""Series at a table: what is next, where it stands, its text. A table may play its series again and again."""

from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from tilefolk.campaign import SERIES, Series, Standing, standing
from tilefolk.campaign.lineups import Finished, gift
from tilefolk.campaign.record import Branch, SeriesRecord, series_record_text
from tilefolk.campaign.standing import standing_json
from tilefolk.core.game import Legacy, Options
from tilefolk.core.legacy import Asleep, Owed
from tilefolk.games import find
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.records import insert_match, stored_record
from tilefolk.server.storage.schema import newer_series
from tilefolk.server.storage.schema import seats as seats_stored
from tilefolk.server.storage.schema import tables as tables_stored
from tilefolk.server.tables.loading import load_tables
from tilefolk.server.tables.queries import create_table
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
    return _standing(series.name, table.seats_of_series, runs_of(table)[-1])


@lru_cache(MAX_CACHED)
def _standing(series: str, seats: int, run: Run) -> Standing:
    """Folded once: matches that are over never change."""
    return standing(SERIES[series], seats, [Finished(past.end, past.lineup, past.version) for past in run])


def standing_after(series: Series, seats: int, run: Run) -> Standing:
    """Where a series stood after the first matches of a run."""
    return _standing(series.name, seats, run)


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


class NextMatch(NamedTuple):
    """A table's next match: what is played, its options, what the seats bring along.

    `lineup` has the seats of the campaign that play, where it has to name them, `asleep` what others have.
    """

    mode: str
    options: Options
    legacy: tuple[Legacy, ...] = ()
    lineup: tuple[int, ...] = ()
    asleep: tuple[Asleep, ...] = ()


def next_match(table: TableRow) -> NextMatch:
    series = SERIES.get(table.game)
    if series is None:
        return NextMatch(table.game, table.options)
    now = standing_of(table, series)
    if now.over:  # it begins anew
        now = _standing(series.name, table.seats_of_series, ())
    _, mode = find(now.next_mode or series.modes[0])
    options = series.options_of(mode, table.options)
    lineup = table.lineup
    return NextMatch(mode.name, options, now.legacy_of(lineup), now.named(lineup), now.asleep(lineup))


def starts_by_itself(table: TableRow) -> bool:
    """Whether matches of the table's series start without anybody's word: its people need not meet."""
    return table.game in SERIES and table.is_correspondence and len(table.people) > 1


def is_next_match_due(table: TableRow) -> bool:
    """Whether the next match of a series that starts by itself is to start now."""
    is_playable = not table.closed and not table.unreadable and not table.newer and not table.goes_on
    ready = is_playable and table.over and not table.asleep and Seat() not in table.seats
    if not ready or not starts_by_itself(table):
        return False
    series = SERIES[table.game]
    return not is_paused(table, series) and not standing_of(table, series).over


def is_paused(table: TableRow, series: Series) -> bool:
    """Whether too few seats of a campaign are awake to play on."""
    return len(table.seats) < min(series.seats)


def check_next_match(table: TableRow) -> None:
    """Raises ApiError where the table's series cannot go on here."""
    series = SERIES.get(table.game)
    if table.newer:
        raise ApiError(409, "record_newer")
    if series is not None and is_paused(table, series):
        raise ApiError(409, "paused")
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
    told = {**_standing_json(series.name, table.seats_of_series, runs[-1], known), "run": len(runs)}
    if table.branched_from:
        told["branch"] = {"table": table.branched_from, "after": table.branched_after}
    if series.wins:
        told |= {"cities": list(table.cities), "newer": table.newer, "lineup": list(table.lineup)}
    return told


def brought_json(table: TableRow, series: Series, seat: int) -> dict[str, Any]:
    """What a seat of the campaign brings into the next match; also one that is still to join."""
    seats = max(table.seats_of_series, seat + 1)
    now = _standing(series.name, seats, runs_of(table)[-1])
    legacy = now.legacy[seat] if now.legacy and not now.over else Legacy()
    return {
        "seat": seat,
        "new": all(seat not in match.seats for match in now.matches),
        "counts": dict(legacy.counts),
        "stickers": [list(pair) for pair in legacy.stickers],
        "owed": [_owed_json(owed) for owed in legacy.owed],
    }


def _owed_json(owed: Owed) -> dict[str, Any]:
    return {"mode": owed.mode, "rule": owed.rule, "number": owed.number, "what": list(gift(owed))}


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
    branch = _branch_of(table) if run == 1 else None
    return series_record_text(series, table.seats_of_series, filter(None, records), table.cities, branch)


def _branch_of(table: TableRow) -> Branch | None:
    if table.branched_from is None or table.branched_after is None:
        return None
    return Branch(table.branched_from, table.branched_after)


def newest_series_text(connection: Connection, table_id: str) -> str | None:
    """The newest run of a table's series as text; None where the table plays none."""
    for table in load_tables(connection, [table_id]):
        if series := SERIES.get(table.game):
            return series_text(connection, table, series, len(runs_of(table)))
    return None


def import_series(connection: Connection, record: SeriesRecord, host: str, text: str) -> TableRow:
    """Store a series at a new table; the host sits on the first seat that played, the others are free.

    Seats that did not play last sleep on.
    The text of one that a newer version wrote is kept as it came.
    """
    series = record.series
    playing = record.standing.last_lineup
    seats = [Seat(host) if number == playing[0] else Seat() for number in range(record.seats)]
    last = dict(record.matches[-1].header.options) if record.matches else {}
    options = {name: last[name] for name, _ in series.chosen if name in last}
    table = create_table(connection, series.name, options, False, host, seats)
    for number, match in enumerate(record.matches, start=1):
        assert match.seed is not None
        insert_match(connection, table.id, number, match.seed, match, imported=True)
    of_table = seats_stored.c.table_id == table.id
    for number, city in enumerate(record.cities):
        connection.execute(
            update(seats_stored).where(of_table & (seats_stored.c.seat == number)).values(city=city)
        )
    if series.joining:
        awake = [*playing, *range(record.standing.known_seats, record.seats)]
        asleep = of_table & seats_stored.c.seat.not_in(awake)
        connection.execute(update(seats_stored).where(asleep).values(asleep=True))
    if record.branch:
        named = {"branched_from": record.branch.source, "branched_after": record.branch.after}
        connection.execute(update(tables_stored).where(tables_stored.c.id == table.id).values(named))
    if record.newer:
        connection.execute(insert(newer_series).values(table_id=table.id, text=text))
    return load_tables(connection, [table.id])[0]
