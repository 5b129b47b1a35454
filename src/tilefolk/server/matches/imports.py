"""Takes in series from elsewhere: finished, not endless, with draws that follow from their seeds."""

from tilefolk.campaign.record import (
    CITY,
    CITY_LENGTH,
    SeriesRecord,
    is_city_name,
    read_series_or_newer,
    tidied,
)
from tilefolk.core.match import UNDO, Match, finish, verify
from tilefolk.core.notation import write, write_action
from tilefolk.core.record import FORMAT, BadRecord
from tilefolk.server.matches.records import MAX_LINES

MAX_SERIES_LINES = 4 * MAX_LINES  # of all its matches together


def read_import(text: str) -> SeriesRecord:
    """The series behind a text, verified, without the moves that were taken back. Raises BadRecord.

    All its matches have to be finished: the seed of a running one is not in its text. Of a campaign that a
    newer version wrote it is the part that can be read.
    """
    text = tidied(text)
    _check_lengths(text)
    record = read_series_or_newer(text)
    rows = text.rstrip("\n").split("\n")
    if record.running:
        raise BadRecord(len(rows), rows[-1], "series.running", mode=record.running.header.game)
    for seat, name in enumerate(record.cities):
        if name and not is_city_name(name):
            row = f"{CITY} {seat} {name}"
            raise BadRecord(rows.index(row) + 1, row, "series.city", most=str(CITY_LENGTH))
    starts = [number for number, row in enumerate(rows, start=1) if row == FORMAT]
    for start, match in zip(starts, record.matches, strict=not record.newer):
        _check_chance(match, start, rows)
    return record._replace(matches=tuple(map(_without_undone, record.matches)))


def _check_lengths(text: str) -> None:
    """Refuse what would take long to fold before any of it is folded."""
    start = 0
    for number, row in enumerate(text.split("\n"), start=1):
        if row == FORMAT:
            start = number
        if number - start > MAX_LINES or number > MAX_SERIES_LINES:
            raise BadRecord(number, row, "record.too_long", most=str(MAX_LINES))


def _check_chance(match: Match, start: int, rows: list[str]) -> None:
    """Nonces are of all seats or of none, or fit what seats committed to; every draw follows from them."""
    if len(match.header.nonces) not in (0, match.header.seats):
        raise BadRecord(start, FORMAT, "record.nonces")
    for part in match.header.parts:
        if not part.is_true:
            row = f"nonce {part.seat} {part.nonce}"
            raise BadRecord(rows.index(row, start) + 1, row, "record.nonce")
    for wrong in verify(match):
        row = write(wrong.line)
        line = rows.index(row, start) + 1
        raise BadRecord(line, row, "operator.check.draw", expected=write_action(wrong.expected))


def _without_undone(match: Match) -> Match:
    """The same match of the lines that count."""
    if not any(line.action == UNDO for line in match.lines):
        return match
    assert match.seed is not None
    short = Match(match.game, match.header, match.legacy, match.asleep)
    for kept in match.kept:
        short.append(kept.line)
    finish(short, match.seed)
    return short
