"""A series at one keyboard: match after match, all in one log."""

from functools import partial

from tilefolk.campaign import Series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.cli.messages import stop
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.screens.pause_screens import NEXT_MATCH
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.log_file import LogFile
from tilefolk.cli.terminal.table.opening import Resumed, new_table
from tilefolk.cli.terminal.table.players import TableRequest, logged_players, new_players, resumed_players
from tilefolk.cli.terminal.table.seating import Seating
from tilefolk.core.match import Match
from tilefolk.core.record import BadRecord
from tilefolk.games import find
from tilefolk.locale import Texts


def play_series(
    texts: Texts, series: Series, request: TableRequest, log: LogFile | None
) -> tuple[int, Table]:
    """Play matches until the person leaves; returns the exit code and the last table."""
    record = with_city(load_series(texts, series, request, log), request.city)
    seating: Seating | None = None
    language = texts.language
    while True:
        before, table = next_table(texts, record, request, seating, log)
        app = TableApp(table, language, (), before)
        code = app.run() or 0
        if code != NEXT_MATCH or table.write_error:
            return max(code, 0), table
        seating, language = app.seating, app.language
        seats = len(seating.players) if seating else before.seats
        record = before._replace(matches=(*before.matches, table.match), seats=seats)


def load_series(texts: Texts, series: Series, request: TableRequest, log: LogFile | None) -> SeriesRecord:
    """The series in the log, or a new one."""
    text = log.text() if log else ""
    if not text:
        return SeriesRecord(series, len(new_players(series.mode, request)), ())
    record = read_series(text)
    if record.series != series:
        raise BadRecord(2, f"series {record.series.name}", "ui.record.game", mode=series.name)
    if request.seats is not None and _may_grow(record, request.seats):
        return record._replace(seats=request.seats)
    if request.seats not in (None, record.seats):
        differs = texts.say("ui.log.differs.seats", given=str(request.seats), kept=str(record.seats))
        stop(texts, "ui.log.differs", log=str(log and log.path), differences=differs)
    return record


def _may_grow(record: SeriesRecord, seats: int) -> bool:
    """Whether so many seats mean that some join a campaign between two matches."""
    return record.series.joining and record.running is None and seats > record.seats


def with_city(record: SeriesRecord, name: str) -> SeriesRecord:
    """The series with a name for the city of the person at the keyboard, who has the first seat."""
    cities = (*record.cities, *("",) * (record.seats - len(record.cities)))
    return record._replace(cities=(name, *cities[1:])) if name else record


def next_table(
    texts: Texts,
    record: SeriesRecord,
    request: TableRequest,
    seating: Seating | None,
    log: LogFile | None,
) -> tuple[SeriesRecord, Table]:
    """The series before the match, and the table of the match: the running one, else the next one.

    After the last match it is shown again. Without a seating those play who played last, and new seats.
    """
    shown = record.running or (record.matches[-1] if record.standing.over else None)
    before = record._replace(matches=tuple(match for match in record.matches if match is not shown))
    request = request._replace(seed=request.seed and f"{request.seed}/{len(before.matches) + 1}")
    kept = log._replace(text_of=partial(_record_text, before)) if log else None
    if shown and kept:
        resumed = Resumed(shown, "", kept.read_table_file(), kept)
        return before, resumed.table(resumed_players(texts, record.series.mode, request, resumed))
    now = before.standing
    game, mode = find(str(now.next_mode))
    lineup = seating.lineup if seating else (*now.last_lineup, *range(now.known_seats, now.seats))
    lineup = tuple(sorted({*lineup}))
    seated = seating.playing if seating else _next_players(texts, before, request, kept, len(lineup))
    options, legacy, named = record.series.options_of(mode, {}), now.legacy_of(lineup), now.named(lineup)
    asleep = now.asleep(lineup)
    return before, new_table(
        game, mode.name, seated, request.seed, kept, False, options, legacy, named, asleep
    )


def _next_players(
    texts: Texts, before: SeriesRecord, request: TableRequest, log: LogFile | None, seats: int
) -> list[Player]:
    """The players of the next match: those of the command line, else those who played before."""
    names = log.read_table_file().names if log and before.matches and not request.players else None
    return logged_players(texts, before.series.mode, request, names, seats)


def _record_text(before: SeriesRecord, match: Match) -> str:
    return write_series(before._replace(matches=(*before.matches, match)))
