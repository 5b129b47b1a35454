"""A series at one keyboard: match after match, kept as one text and taken up again."""

from functools import partial

from tilefolk.campaign import Series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.cli.messages import stop
from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.screens.pause_screens import NEXT
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.log_file import Log
from tilefolk.cli.terminal.table.opening import Resumed, new_table
from tilefolk.cli.terminal.table.players import Wish, kept_players, new_players, old_players
from tilefolk.core.match import Match
from tilefolk.core.record import BadRecord
from tilefolk.games import find
from tilefolk.locale import Texts


def play_course(texts: Texts, series: Series, wish: Wish, log: Log | None) -> tuple[int, Table]:
    """Play on until somebody leaves; the code to leave with, and the last table."""
    record = begun(texts, series, wish, log)
    players: list[Player] | None = None
    language = texts.language
    while True:
        before, table = next_table(texts, record, wish, players, log)
        app = TableApp(table, language, (), before)
        code = app.run() or 0
        if code != NEXT or table.unwritten:
            return max(code, 0), table
        record = before._replace(matches=(*before.matches, table.match))
        players, language = list(table.players), app.language


def begun(texts: Texts, series: Series, wish: Wish, log: Log | None) -> SeriesRecord:
    """The series of the log, or a fresh one."""
    text = log.text() if log else ""
    if not text:
        return SeriesRecord(series, len(new_players(series.way, wish)), ())
    record = read_series(text)
    if record.series != series:
        raise BadRecord(2, f"series {record.series.name}", "ui.record.game", way=series.name)
    if wish.seats not in (None, record.seats):
        differs = texts.say("ui.log.differs.seats", given=str(wish.seats), kept=str(record.seats))
        stop(texts, "ui.log.differs", log=str(log and log.path), differences=differs)
    return record


def next_table(
    texts: Texts, record: SeriesRecord, wish: Wish, players: list[Player] | None, log: Log | None
) -> tuple[SeriesRecord, Table]:
    """The match that runs, or the next one; after the last the last one again. And the series before it."""
    shown = record.running or (record.matches[-1] if record.standing.over else None)
    before = record._replace(matches=tuple(match for match in record.matches if match is not shown))
    wish = wish._replace(seed=wish.seed and f"{wish.seed}/{len(before.matches) + 1}")
    kept = log._replace(text_of=partial(_with, before)) if log else None
    if shown and kept:
        resumed = Resumed(shown, "", kept.beside(), kept)
        return before, resumed.table(old_players(texts, record.series.way, wish, resumed))
    now = before.standing
    game, way = find(str(now.next_way))
    seated = players or _seated(texts, before, wish, kept)
    options = record.series.options_of(way, {})
    return before, new_table(game, way.name, seated, wish.seed, kept, False, options, now.legacy)


def _seated(texts: Texts, before: SeriesRecord, wish: Wish, log: Log | None) -> list[Player]:
    """Between two matches anybody may take a seat over; without a wish those who played go on."""
    names = log.beside().names if log and before.matches and not wish.players else None
    return kept_players(texts, before.series.way, wish, names, before.seats)


def _with(before: SeriesRecord, match: Match) -> str:
    return write_series(before._replace(matches=(*before.matches, match)))
