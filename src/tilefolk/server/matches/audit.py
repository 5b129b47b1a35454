"""Audits stored matches: every record folds, every draw follows from its seed, every end record is right."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, RowMapping, false, select

from tilefolk.core.chance import seal
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import BadLine, read, write, write_action
from tilefolk.core.record import BadRecord, is_newer, read_record, record_text
from tilefolk.games import find
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.engine import known_revision, snapshot
from tilefolk.server.storage.schema import lines, matches

IMPORTS_MARKED_SINCE = "0011"  # the schema


class Difference(NamedTuple):
    """What is wrong with a match: the line of its record (0: the whole of it), a message id and its words."""

    match: str
    line: int
    text: str
    problem: str
    rules: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


class AuditResult(NamedTuple):
    """How many matches were audited; `dropped`: finished ones of a version that is no longer carried.

    Imported matches are counted apart: anybody may import, and what is wrong there is not the site's fault.
    """

    running: int
    over: int
    dropped: int
    imported: int
    differences: list[Difference]
    imported_differences: list[Difference]


def audit_all(engine: Engine) -> AuditResult:
    """Fold every match as stored at one moment; the schema may be older than ours. Raises BadDatabase."""
    counts = {"running": 0, "over": 0, "dropped": 0, "imported": 0}
    differences: list[Difference] = []
    imported_differences: list[Difference] = []
    with snapshot(engine) as connection:
        revision = known_revision(connection)
        if revision is None:
            raise BadDatabase("cli.database.empty")
        imported = matches.c.imported if revision >= IMPORTS_MARKED_SINCE else false().label("imported")
        columns = (matches.c.id, matches.c.header, matches.c.seed, matches.c.over, imported)
        for row in connection.execute(select(*columns).order_by(matches.c.id)).mappings().all():
            found = list(_audit(row, _select_lines(connection, row["id"])))
            dropped = row["over"] and any(_is_dropped_version(difference) for difference in found)
            counts[_kind(row, dropped)] += 1
            found = [] if dropped else found
            if row["imported"]:
                imported_differences += found
            else:
                differences += found
    return AuditResult(**counts, differences=differences, imported_differences=imported_differences)


def _kind(row: RowMapping, dropped: bool) -> str:
    if dropped:
        return "dropped"
    return "imported" if row["imported"] else "over" if row["over"] else "running"


def _is_dropped_version(difference: Difference) -> bool:
    return difference.problem == "record.version"


def _select_lines(connection: Connection, match: str) -> Sequence[RowMapping]:
    columns = (lines.c.seq, lines.c.who, lines.c.n, lines.c.line)
    query = select(*columns).where(lines.c.match_id == match).order_by(lines.c.seq)
    return connection.execute(query).mappings().all()


def _audit(row: RowMapping, stored: Sequence[RowMapping]) -> Iterator[Difference]:
    yield from _audit_columns(row["id"], stored)
    header_lines = row["header"].count("\n") + 2
    try:
        match = read_record(record_text([row["header"]], [entry["line"] for entry in stored]), find)
    except BadRecord as error:
        problem = "operator.check.newer" if is_newer(error) else error.problem
        line = max(0, error.number - header_lines)
        yield Difference(row["id"], line, error.text, problem, error.rules, tuple(error.names.items()))
    except Exception as error:
        yield Difference(row["id"], 0, repr(error), "operator.check.broken")
    else:
        yield from _audit_end(row, match)
        yield from _audit_draws(row, match)


def _audit_columns(match: str, stored: Sequence[RowMapping]) -> Iterator[Difference]:
    """Sequence numbers have no gap, and receipts count up for each seat."""
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


def _audit_end(row: RowMapping, match: Match) -> Iterator[Difference]:
    last = len(match.lines)
    if row["over"] and match.end is None:
        yield Difference(row["id"], last, "", "operator.check.no_end")
    if not row["over"] and match.end is not None:
        yield Difference(row["id"], last, "", "operator.check.not_marked")


def _audit_draws(row: RowMapping, match: Match) -> Iterator[Difference]:
    """The site knows the seed before it is revealed, so draws of running matches are audited as well."""
    if seal(row["seed"]) != match.header.seal:
        yield Difference(row["id"], 0, match.header.seal, "operator.check.seal")
        return
    match.seed = row["seed"]
    for wrong in verify(match):
        names = (("expected", write_action(wrong.expected)),)
        line = match.lines.index(wrong.line) + 1
        yield Difference(row["id"], line, write(wrong.line), "operator.check.draw", (), names)
