"""Running the table in a terminal: a match or a series, new or from its log."""

import sys
from contextlib import nullcontext
from pathlib import Path

from tilefolk.campaign import SERIES
from tilefolk.cli.messages import shortened, stop, stop_file, stop_record, stop_setup
from tilefolk.cli.terminal.app import Notice, TableApp
from tilefolk.cli.terminal.series import play_series
from tilefolk.cli.terminal.table.local_table import Table
from tilefolk.cli.terminal.table.log_file import BadLog, LogFile, lock, open_log
from tilefolk.cli.terminal.table.opening import new_table, resume
from tilefolk.cli.terminal.table.players import TableRequest, new_players, resumed_players
from tilefolk.core.game import AnyGame, BadSetup, Mode
from tilefolk.core.record import BadRecord
from tilefolk.games import find
from tilefolk.locale import Texts


def is_terminal() -> bool:
    """Whether a person can read the screen and press keys; Textual draws on standard error."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def play_in_terminal(texts: Texts, mode: Mode, request: TableRequest, log: Path | None) -> int:
    """Play a match or a series at this keyboard, the first seat being the person's; returns the exit code."""
    try:
        kept = open_log(log) if log else None
        with lock(kept) if kept else nullcontext():
            code, table = played(texts, mode, request, kept)
    except BadLog as error:
        stop(texts, error.problem, code=2, **error.names)
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(error.filename or log), error)
    if table.write_error:
        stop_file(texts, "cli.cannot_write", str(log), table.write_error)
    return code


def played(texts: Texts, mode: Mode, request: TableRequest, log: LogFile | None) -> tuple[int, Table]:
    """Run the app until the person leaves; returns the exit code and the last table."""
    if mode.name in SERIES:
        try:
            return play_series(texts, SERIES[mode.name], request, log)
        except BadRecord as error:
            stop_record(texts, str(log.path if log else ""), error, log.text() if log else "", code=2)
    table, notices = seated(texts, find(mode.name)[0], mode, request, log)
    return TableApp(table, texts.language, notices).run() or 0, table


def seated(
    texts: Texts, game: AnyGame, mode: Mode, request: TableRequest, log: LogFile | None
) -> tuple[Table, list[Notice]]:
    """Open the table of a new match or of the match in the log, with notices to show first."""
    try:
        kept = resume(game, mode.name, log) if log else None
        if kept is None:
            return new_table(
                game, mode.name, new_players(mode, request), request.seed, log, request.practice
            ), []
        table = kept.table(resumed_players(texts, mode, request, kept))
    except BadRecord as error:
        stop_record(texts, str(log.path if log else ""), error, log.text() if log else "", code=2)
    except BadSetup as error:
        stop_setup(texts, error)
    return table, [("ui.log.dropped", {"line": shortened(kept.dropped)})] if kept.dropped else []
