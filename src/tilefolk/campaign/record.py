"""The text of a series: a header, then the record of each match, whole or still running."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.campaign.catalogue import UnknownSeries, find_series
from tilefolk.campaign.series import Series
from tilefolk.campaign.standing import Standing, standing
from tilefolk.core.match import Match
from tilefolk.core.record import FORMAT as MATCH
from tilefolk.core.record import BadRecord, read_record, write_record
from tilefolk.games import find

FORMAT = "tilefolk-series 1"


class SeriesRecord(NamedTuple):
    """A series with its matches in their order; only the last may be unfinished."""

    series: Series
    seats: int
    matches: tuple[Match, ...]

    @property
    def standing(self) -> Standing:
        return standing(self.series, self.seats, [match.end for match in self.matches if match.end])


def write_series(record: SeriesRecord) -> str:
    series = record.series
    head = [FORMAT, f"series {series.name}", f"version {series.version}", f"seats {record.seats}", ""]
    return "\n".join(head) + "".join("\n" + write_record(match) for match in record.matches)


def read_series(text: str) -> SeriesRecord:
    """The series behind a text, every match folded and checked against the one before; raises BadRecord."""
    head, *parts = text.split("\n\n" + MATCH + "\n")
    series, seats = _head(head)
    matches: list[Match] = []
    line = head.count("\n") + 3
    for part in parts:
        matches.append(_match(series, seats, matches, MATCH + "\n" + part, line))
        line += part.count("\n") + 3
    return SeriesRecord(series, seats, tuple(matches))


def _head(text: str) -> tuple[Series, int]:
    rows = text.rstrip("\n").split("\n")
    if rows[0] != FORMAT:
        raise BadRecord(1, rows[0], "record.begin", expected=FORMAT)
    values = dict(row.partition(" ")[::2] for row in rows[1:])
    if missing := {"series", "version", "seats"} - set(values):
        raise BadRecord(1, rows[0], "record.missing", keys=", ".join(sorted(missing)))
    try:
        series = find_series(values["series"])
    except UnknownSeries as error:
        raise BadRecord(2, rows[1], "record.game") from error
    if values["version"] != str(series.version):
        raise BadRecord(3, f"version {values['version']}", "record.version", version=str(series.version))
    if values["seats"] not in map(str, series.seats):
        raise BadRecord(4, f"seats {values['seats']}", "record.number", key="seats")
    return series, int(values["seats"])


def _match(series: Series, seats: int, before: Sequence[Match], text: str, line: int) -> Match:
    """One match of the series, checked: the right way, the right seats, what the seats bring along."""
    try:
        match = read_record(text, find)
    except BadRecord as error:
        raise error.moved(line - 1) from error
    now = standing(series, seats, [match.end for match in before if match.end])
    if now.played < len(before):
        raise BadRecord(line, MATCH, "series.unfinished")
    expected = (now.next_way, seats, now.legacy)
    if (match.header.game, match.header.seats, match.legacy) != expected:
        raise BadRecord(line, f"game {match.header.game}", "series.match", expected=now.next_way or "-")
    return match
