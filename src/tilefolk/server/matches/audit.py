"""Whether every match that is stored can be carried on, and every end record is the one its lines lead to."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, RowMapping, select

from tilefolk.core.chance import seal
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import BadLine, read, write, write_action
from tilefolk.core.record import BadRecord, read_record, record_text
from tilefolk.games import find
from tilefolk.server.matches.records import is_newer
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.engine import revision, snapshot
from tilefolk.server.storage.schema import lines, matches


class Difference(NamedTuple):
    """What is wrong with a match: at which line of its record (0: all of it), a message id and its words."""

    match: str
    line: int
    text: str
    problem: str
    rules: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


class AuditResult(NamedTuple):
    """How many matches were looked at; `dropped`: finished ones of a version that is not carried any more."""

    running: int
    over: int
    dropped: int
    differences: list[Difference]


def audit_all(engine: Engine) -> AuditResult:
    """Fold every match, as all were in one moment; the database may be older. Raises BadDatabase."""
    counts = {"running": 0, "over": 0, "dropped": 0}
    differences: list[Difference] = []
    with snapshot(engine) as connection:
        if revision(connection) is None:
            raise BadDatabase("cli.database.empty")
        wanted = (matches.c.id, matches.c.header, matches.c.seed, matches.c.over)
        for row in connection.execute(select(*wanted).order_by(matches.c.id)).mappings().all():
            found = list(_check(row, _stored(connection, row["id"])))
            dropped = row["over"] and any(_is_dropped(difference) for difference in found)
            counts["dropped" if dropped else "over" if row["over"] else "running"] += 1
            differences += [] if dropped else found
    return AuditResult(**counts, differences=differences)


def _is_dropped(difference: Difference) -> bool:
    return difference.problem == "record.version"


def _stored(connection: Connection, match: str) -> Sequence[RowMapping]:
    wanted = (lines.c.seq, lines.c.who, lines.c.n, lines.c.line)
    query = select(*wanted).where(lines.c.match_id == match).order_by(lines.c.seq)
    return connection.execute(query).mappings().all()


def _check(row: RowMapping, stored: Sequence[RowMapping]) -> Iterator[Difference]:
    yield from _columns(row["id"], stored)
    said = [entry["line"] for entry in stored]
    before = row["header"].count("\n") + 2
    try:
        match = read_record(record_text([row["header"]], said), find)
    except BadRecord as error:
        problem = "operator.check.newer" if is_newer(error) else error.problem
        line = max(0, error.number - before)
        yield Difference(row["id"], line, error.text, problem, error.rules, tuple(error.names.items()))
    except Exception as error:
        yield Difference(row["id"], 0, repr(error), "operator.check.broken")
    else:
        yield from _ending(row, match)
        yield from _draws(row, match)


def _columns(match: str, stored: Sequence[RowMapping]) -> Iterator[Difference]:
    """Lines without a gap, and receipts that count up for each seat."""
    receipts: dict[int, int] = {}
    for number, entry in enumerate(stored, start=1):
        if entry["seq"] != number:
            yield Difference(match, number, entry["line"], "operator.check.gap")
            return
        if entry["who"] != _who(entry["line"]):
            yield Difference(match, number, entry["line"], "operator.check.who")
        if entry["n"] is not None and entry["n"] != receipts.get(entry["who"], 0):
            yield Difference(match, number, entry["line"], "operator.check.receipt")
        if entry["n"] is not None:
            receipts[entry["who"]] = entry["n"] + 1


def _who(line: str) -> int | None:
    try:
        return read(line).who
    except BadLine:
        return None


def _ending(row: RowMapping, match: Match) -> Iterator[Difference]:
    last = len(match.lines)
    if row["over"] and match.end is None:
        yield Difference(row["id"], last, "", "operator.check.no_end")
    if not row["over"] and match.end is not None:
        yield Difference(row["id"], last, "", "operator.check.not_marked")


def _draws(row: RowMapping, match: Match) -> Iterator[Difference]:
    """The house knows the seed before everybody else: the draws of running matches are checked as well."""
    if seal(row["seed"]) != match.header.seal:
        yield Difference(row["id"], 0, match.header.seal, "operator.check.seal")
        return
    match.seed = row["seed"]
    for wrong in verify(match):
        names = (("expected", write_action(wrong.expected)),)
        line = match.lines.index(wrong.line) + 1
        yield Difference(row["id"], line, write(wrong.line), "operator.check.draw", (), names)
