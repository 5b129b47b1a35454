"""The text of a series: a header, then the record of each match, whole or still running."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from tilefolk.campaign.catalogue import UnknownSeries, find_series
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.series import Series
from tilefolk.campaign.standing import Standing, standing
from tilefolk.core.match import Match
from tilefolk.core.record import FORMAT as MATCH
from tilefolk.core.record import (
    LINEUP_LINE,
    BadRecord,
    is_newer,
    lineup_row,
    read_record,
    write_header,
    write_record,
)
from tilefolk.core.visible import is_visible
from tilefolk.games import find

FORMAT = "tilefolk-series 1"
KEYS = ("series", "version", "seats")
CITY = "city"  # `city 0 NAME`: what a seat calls its city
CITY_LENGTH = 24
BRANCHED = "branched"  # `branched NAME 5`: begun with the first five matches of another series
BYTE_ORDER_MARK = "\ufeff"
BRANCH_NAME = re.compile(r"[\w.-]{1,80}")


class Branch(NamedTuple):
    """Where a series was branched off: the name of the other one, and after how many of its matches."""

    source: str
    after: int


class SeriesRecord(NamedTuple):
    """A series with its matches in their order; only the last may be unfinished.

    `seats` are all that there are by now; some may have joined after the first match. `cities` are the names
    the seats have given their cities, empty where one has none yet. `newer`: a newer version wrote it; these
    are the matches that can be read, and it cannot go on here.
    """

    series: Series
    seats: int
    matches: tuple[Match, ...]
    cities: tuple[str, ...] = ()
    newer: bool = False
    branch: Branch | None = None

    @property
    def finished(self) -> tuple[Match, ...]:
        return tuple(match for match in self.matches if match.end and match.seed)

    @property
    def running(self) -> Match | None:
        """The last match, if it is not finished."""
        return self.matches[-1] if len(self.finished) < len(self.matches) else None

    @property
    def standing(self) -> Standing:
        return standing(self.series, self.seats, list(map(finished, self.finished)))

    def branched(self, source: str, after: int) -> "SeriesRecord":
        """A new series with the first matches of this one, and the seats that were there by then."""
        first = self._replace(matches=self.finished[:after])
        seats = max(first.standing.known_seats, min(self.series.seats)) if after else self.seats
        return first._replace(seats=seats, cities=self.cities[:seats], branch=Branch(source, after))


def branch_name(name: str) -> str:
    """A name under which a text may say what it was branched from: one word."""
    return re.sub(r"[^\w.-]", "-", name)[:80] or "-"


def is_series(text: str) -> bool:
    """Whether a text means to be a series."""
    return text.startswith(FORMAT.partition(" ")[0])


def write_series(record: SeriesRecord) -> str:
    """The whole series as text."""
    records = map(write_record, record.matches)
    return series_record_text(record.series, record.seats, records, record.cities, record.branch)


def series_record_text(
    series: Series,
    seats: int,
    records: Iterable[str],
    cities: Sequence[str] = (),
    branch: Branch | None = None,
) -> str:
    """The text of a series from the texts of its matches."""
    values = (series.name, series.version, seats)
    named = [f"{CITY} {seat} {name}" for seat, name in enumerate(cities) if name]
    named += [f"{BRANCHED} {branch.source} {branch.after}"] if branch else []
    head = [FORMAT, *(f"{key} {value}" for key, value in zip(KEYS, values, strict=True)), *named, ""]
    return "\n".join(head) + "".join(f"\n{record}" for record in records)


def tidied(text: str) -> str:
    """A text as it was written, when an editor or a mail has changed how its lines and the file end."""
    return text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").rstrip() + "\n"


def read_series(text: str) -> SeriesRecord:
    """The series behind a text, every match folded and checked against those before; raises BadRecord."""
    text = tidied(text)
    record = _read(text, False)
    _check_spelling(text, write_series(record))
    return record


def read_series_or_newer(text: str) -> SeriesRecord:
    """As `read_series`; of a campaign that a newer version wrote, the part that can be read."""
    text = tidied(text)
    record = _read(text, True)
    if not record.newer:
        _check_spelling(text, write_series(record))
    return record


def _read(text: str, allow_newer: bool) -> SeriesRecord:
    head, *parts = text.split(f"\n\n{MATCH}\n")
    record = _head(head, allow_newer)
    line = head.count("\n") + 3
    for part in parts:
        try:
            match = _match(record, f"{MATCH}\n{part}", line)
        except BadRecord as error:
            if allow_newer and _is_newer_match(record.series, error):
                return record._replace(newer=True)
            raise
        record = record._replace(matches=(*record.matches, match))
        line += part.count("\n") + 3
    _check_branch(record, head)
    return record


def _check_branch(record: SeriesRecord, head: str) -> None:
    """A branch has at least the matches it began with."""
    if record.branch and record.branch.after > len(record.finished):
        row = f"{BRANCHED} {record.branch.source} {record.branch.after}"
        number = head.split("\n").index(row) + 1
        raise BadRecord(number, row, "series.branch", played=str(len(record.finished)))


def _is_newer_match(series: Series, error: BadRecord) -> bool:
    """Whether a match of a campaign is an episode, or a version of one, that is not here yet."""
    game, _, episode = error.text.removeprefix("game ").partition("/")
    coming = error.problem == "record.game" and game == series.game and episode.isdecimal()
    return bool(series.wins) and (coming or (error.problem == "record.version" and is_newer(error)))


def _head(text: str, allow_newer: bool) -> SeriesRecord:
    rows = text.rstrip("\n").split("\n")
    if rows[0] == MATCH:
        raise BadRecord(1, rows[0], "series.is_match")
    if rows[0] != FORMAT:
        raise BadRecord(1, rows[0], "record.begin", expected=FORMAT)
    values: dict[str, str] = {}
    named: dict[str, tuple[int, str]] = {}
    branch: Branch | None = None
    for number, row in enumerate(rows[1:], start=2):
        key, _, value = row.partition(" ")
        if key == CITY:
            seat, _, name = value.partition(" ")
            named[seat] = (number, name)
            continue
        if key == BRANCHED and branch is None:
            branch = _branch(number, row, value)
            continue
        if key not in KEYS or key in values:
            raise BadRecord(number, row, "record.header")
        values[key] = value
    if missing := [key for key in KEYS if key not in values]:
        raise BadRecord(1, rows[0], "record.missing", keys=", ".join(missing))
    try:
        series = find_series(values["series"])
    except UnknownSeries as error:
        raise BadRecord(2, rows[1], "record.game") from error
    newer = False
    if values["version"] != str(series.version):
        differs = BadRecord(3, rows[2], "record.version", version=str(series.version))
        newer = allow_newer and bool(series.wins) and is_newer(differs)
        if not newer:
            raise differs
    if values["seats"] not in map(str, series.seats):
        known = ", ".join(map(str, series.seats))
        raise BadRecord(4, rows[3], "setup.seats", mode=series.name, known=known, seats=values["seats"])
    seats = int(values["seats"])
    return SeriesRecord(series, seats, (), _cities(series, seats, named, rows), newer, branch)


def _branch(number: int, row: str, value: str) -> Branch:
    source, _, after = value.partition(" ")
    if not BRANCH_NAME.fullmatch(source) or not re.fullmatch(r"0|[1-9][0-9]?", after, re.ASCII):
        raise BadRecord(number, row, "record.header")
    return Branch(source, int(after))


def _cities(
    series: Series, seats: int, named: Mapping[str, tuple[int, str]], rows: Sequence[str]
) -> tuple[str, ...]:
    out = [""] * seats
    for seat, (number, name) in named.items():
        if not series.animals or seat not in map(str, range(seats)):
            raise BadRecord(number, rows[number - 1], "record.header")
        if not _fits_line(name):
            raise BadRecord(number, rows[number - 1], "series.city", most=str(CITY_LENGTH))
        out[int(seat)] = name
    return tuple(out) if any(out) else ()


def is_city_name(name: str) -> bool:
    """Whether a city may be called so: 1 to 24 characters that can be seen, no blank at either end."""
    return _fits_line(name) and is_visible(name)


def _fits_line(name: str) -> bool:
    """Whether a name can be read back from a text; older versions let in some that nobody sees."""
    return 1 <= len(name) <= CITY_LENGTH and name.isprintable() and name == name.strip()


def _match(before: SeriesRecord, text: str, line: int) -> Match:
    """One more match of the series, which has to be the one that follows those before."""
    if before.running:
        raise BadRecord(line, MATCH, "series.unfinished", mode=before.running.header.game)
    try:
        match = read_record(text, find)
    except BadRecord as error:
        raise error.moved(line - 1) from error
    _check_place(before, match, line + 1)
    return match


def _check_place(before: SeriesRecord, match: Match, line: int) -> None:
    """Whether this match follows those before: its mode, seats and options, and what the seats bring along.

    `line` is that of its game.
    """
    now, header = before.standing, match.header
    own = before.series.options_of(find(header.game, header.version)[1], {})

    def bad(problem: str, expected: str = "") -> BadRecord:
        return BadRecord(line, f"game {header.game}", problem, expected=expected)

    if header.game != now.next_mode:
        raise bad("series.mode", now.next_mode or "-")
    _check_lineup(before, now, match, line - 1)
    if not own.items() <= dict(header.options).items():
        raise bad("series.options", ", ".join(f"{key} {value}" for key, value in own.items()))
    if header.practice:
        raise bad("series.practice")
    _check_brought(now, match, line - 1)


def _check_lineup(before: SeriesRecord, now: Standing, match: Match, line: int) -> None:
    """Whether these seats may play: all that have played before, unless the match names those that do."""
    header = match.header
    if header.lineup:
        where, row = line + LINEUP_LINE - 1, lineup_row(header.lineup)
        if not before.series.joining:
            raise BadRecord(where, row, "record.header")
        if header.lineup[-1] >= before.seats:
            raise BadRecord(where, row, "series.lineup", most=str(before.seats - 1))
        if not now.named(header.lineup):
            raise BadRecord(where, row, "series.spelling")
        return
    least = max(now.known_seats, 1) if before.series.joining else before.seats
    if not least <= header.seats <= before.seats:
        expected = str(before.seats) if header.seats > before.seats or least == before.seats else str(least)
        raise BadRecord(line + 1, f"game {header.game}", "series.seats", expected=expected)


def _check_brought(now: Standing, match: Match, line: int) -> None:
    """Whether every seat brings what it took from its last match, and what came to it since."""
    lineup = match.header.lineup or tuple(range(match.header.seats))
    expected, asleep = now.legacy_of(lineup), now.asleep(lineup)
    first_enter = line + len(write_header(match.header)) + 1
    if match.legacy == expected:
        if match.asleep != asleep:
            raise BadRecord(first_enter + len(expected), "@ asleep", "series.asleep")
        return
    played_last = now.matches[-1].seats if now.matches else ()
    if len(match.legacy) == len(expected):
        for index, seat in enumerate(lineup):
            if match.legacy[index] != expected[index] and seat not in played_last:
                raise BadRecord(first_enter + index, f"@ enter {index}", "series.history", seat=str(seat + 1))
    raise BadRecord(line + 1, f"game {match.header.game}", "series.legacy", expected="")


def _check_spelling(text: str, expected: str) -> None:
    """A text has one spelling, so that reading and writing gives the same bytes."""
    if text == expected:
        return
    given, wanted = text.split("\n"), expected.split("\n")
    same = sum(1 for _ in takewhile(lambda rows: rows[0] == rows[1], zip(given, wanted, strict=False)))
    at = min(same, len(given) - 1)
    raise BadRecord(at + 1, given[at], "series.spelling")
