"""Reading the file of a match or a series."""

from pathlib import Path

from tilefolk.campaign.record import SeriesRecord, is_series, read_series
from tilefolk.cli.messages import read_text, stop, stop_record
from tilefolk.core.match import Match
from tilefolk.core.record import BadRecord, read_record
from tilefolk.games import find
from tilefolk.locale import Texts


def read_log(texts: Texts, log: Path) -> Match | SeriesRecord:
    """Read the match or series of a file; exit 1 with a clear sentence if it is neither."""
    text = read_text(texts, log)
    try:
        return read_series(text) if is_series(text) else read_record(text, find)
    except BadRecord as error:
        stop_record(texts, log.name, error, text)


def chosen_match(texts: Texts, found: Match | SeriesRecord, number: int | None) -> Match:
    """Choose the match with this number of a series; exit with a clear sentence if it has none."""
    matches = found.matches if isinstance(found, SeriesRecord) else (found,)
    if number is None and len(matches) != 1:
        stop(texts, "cli.choose_match", most=str(len(matches)))
    if number is not None and number > len(matches):
        stop(texts, "cli.no_match_number", given=str(number), most=str(len(matches)))
    return matches[(number or 1) - 1]
