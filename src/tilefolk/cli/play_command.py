"""`tilefolk play`: check what is asked for, then open the table in the terminal."""

from pathlib import Path
from typing import NamedTuple

from tilefolk.campaign import SERIES, all_offers, modes_of_series
from tilefolk.campaign.record import CITY_LENGTH, SeriesRecord, branch_name, is_city_name, write_series
from tilefolk.cli.game_choice import choose_mode
from tilefolk.cli.messages import stop, stop_file
from tilefolk.cli.names import find_mode, modes_of_game
from tilefolk.cli.output_files import write_file
from tilefolk.cli.record_files import read_log
from tilefolk.cli.terminal.run import is_terminal, play_in_terminal
from tilefolk.cli.terminal.table.players import checked_request
from tilefolk.core.game import Mode
from tilefolk.locale import Texts


class PlayRequest(NamedTuple):
    """The options of `tilefolk play`."""

    name: str | None
    seats: int | None
    bots: str | None
    seed: str | None
    log: Path | None
    practice: bool
    city: str | None = None
    source: Path | None = None
    after: int | None = None


def check_city(texts: Texts, name: str, city: str) -> None:
    """Stop with a sentence if nobody names a city there, or not so."""
    if name not in SERIES or not SERIES[name].animals:
        stop(texts, "series.no_city", mode=name)
    if not is_city_name(city):
        stop(texts, "series.city", most=str(CITY_LENGTH))


def checked_branch(texts: Texts, mode: str, request: PlayRequest) -> SeriesRecord | None:
    """The series with which a log of its own begins, if one is asked for; stop if that cannot be."""
    source, after = request.source, request.after
    if source is None:
        if after is not None:
            stop(texts, "cli.branch.after")
        return None
    if request.log is None or request.log.exists():
        stop(texts, "cli.branch.log")
    found = read_log(texts, source)
    if not isinstance(found, SeriesRecord) or found.series.name != mode:
        played = found.series.name if isinstance(found, SeriesRecord) else found.header.game
        stop(texts, "cli.branch.other", file=source.name, mode=played)
    most = len(found.finished)
    if not most or (after or most) > most:
        stop(texts, "cli.branch.played", file=source.name, most=str(most))
    return found.branched(branch_name(source.name), after or most)


def write_branch(texts: Texts, branch: SeriesRecord, log: Path) -> None:
    """Write the log of a branch before it is played on."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        write_file(log, write_series(branch).encode())
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(log), error)


def play_game(texts: Texts, request: PlayRequest) -> int:
    """Play a match or a series; the exit code is given back."""
    mode = _chosen_mode(texts, request.name)
    if mode is None:
        return 0
    table_request = checked_request(texts, mode, request.seats, request.bots, request.seed, request.practice)
    if request.practice and modes_of_series(mode.name):
        stop(texts, "series.practice")
    if request.city is not None:
        check_city(texts, mode.name, request.city)
        table_request = table_request._replace(city=request.city)
    branch = checked_branch(texts, mode.name, request)
    if not is_terminal():
        stop(texts, "ui.no_terminal")
    if branch and request.log:
        write_branch(texts, branch, request.log)
    return play_in_terminal(texts, mode, table_request, request.log)


def _chosen_mode(texts: Texts, name: str | None) -> Mode | None:
    """The way that is named; somebody at a terminal may choose where none or only the game is named."""
    open_modes = list(all_offers()) if name is None else modes_of_game(name)
    if len(open_modes) > 1 and is_terminal():
        return choose_mode(texts, open_modes)
    if name is None:
        stop(texts, "cli.usage.missing", name="GAME")
    return find_mode(texts, name)
