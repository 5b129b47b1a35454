"""Reading the record of a match."""

from os import PathLike
from pathlib import Path

from tilefolk.api.errors import Error, error, spoken
from tilefolk.api.live_match import Match
from tilefolk.campaign.record import is_series, read_series
from tilefolk.core.chance import open_seed
from tilefolk.core.history import after_moves, moves_of
from tilefolk.core.match import Match as Fold
from tilefolk.core.record import BadRecord, read_record
from tilefolk.games import find


def read(record: str | PathLike[str], moves: int | None = None, number: int = 1) -> Match:
    """The match of a record: its text, or the file it is in.

    `moves`: stop after so many lines, to look at the board as it was then. `number`: which match, where the
    record is one of a series. A match with an open seed can be played on; others can only be looked at.
    """
    text = _text(record)
    try:
        fold = _of_series(text, number) if is_series(text) else read_record(text, find)
    except BadRecord as bad:
        reason = spoken().reason(bad.message, bad.names, bad.rules)
        raise Error(spoken().say("python.record", bad.number, text=bad.text, reason=reason)) from None
    secret = open_seed(fold.header.open_seed) if fold.header.open_seed else None
    if moves is None:
        return Match(fold, (None,) * fold.header.seats, secret)
    most = len(moves_of(fold))
    if not 0 <= moves <= most:
        raise error("python.moves", given=str(moves), most=str(most))
    return Match(after_moves(fold, moves), (None,) * fold.header.seats, secret, go_on=False)


def _text(record: str | PathLike[str]) -> str:
    if isinstance(record, str) and ("\n" in record or record.startswith("tilefolk-")):
        return record
    try:
        return Path(record).read_text(encoding="utf-8")
    except OSError as failed:
        raise error("cli.cannot_read", file=str(record), reason=failed.strerror or str(failed)) from failed
    except UnicodeDecodeError:
        raise error("cli.no_text", file=str(record)) from None


def _of_series(text: str, number: int) -> Fold:
    matches = read_series(text).matches
    if not 1 <= number <= len(matches):
        raise error("python.number", given=str(number), most=str(len(matches)))
    return matches[number - 1]
