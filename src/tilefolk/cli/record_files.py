"""Reading the file of a match or a series."""

from pathlib import Path

from tilefolk.campaign.record import SeriesRecord, is_series, read_series
from tilefolk.cli.messages import read_text, stop_record
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
