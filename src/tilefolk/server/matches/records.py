"""What is stored, folded to a match. What does not fold is never played on, only kept and shown."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, select

from tilefolk.core.match import Match
from tilefolk.core.record import FORMAT, BadRecord, read_record, record_text
from tilefolk.games import find
from tilefolk.server.storage.schema import lines as stored_lines
from tilefolk.server.storage.schema import matches


class Unreadable(Exception):
    """A record this version cannot carry on. `code`: written by a newer version, or broken."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def folded(header: str, lines: Sequence[str], follow: Callable[[Match], None] = lambda match: None) -> Match:
    """The match behind its stored header and lines. Raises Unreadable."""
    try:
        return read_record(record_text([header], lines), find, follow)
    except BadRecord as error:
        raise Unreadable("newer" if is_newer(error) else "broken", str(error)) from error
    except Exception as error:  # whatever a damaged line sets off must not end the node
        raise Unreadable("broken", repr(error)) from error


def is_newer(error: BadRecord) -> bool:
    """Whether a record does not fold because we know too little, and not because it is wrong."""
    name, _, number = error.text.rpartition(" ")
    if error.problem == "record.begin":
        ours, _, known = FORMAT.rpartition(" ")
        return name == ours and number.isdigit() and int(number) > int(known)
    if error.problem == "record.version":
        return int(number) > int(error.names["version"])
    return error.problem in ("record.game", "record.header")


def stored_record(connection: Connection, match_id: str) -> str | None:
    """The record of a match that is over, as it is stored."""
    over = select(matches.c.header).where((matches.c.id == match_id) & matches.c.over)
    header = connection.execute(over).scalar()
    if header is None:
        return None
    said = select(stored_lines.c.line).where(stored_lines.c.match_id == match_id).order_by(stored_lines.c.seq)
    return record_text([header], connection.execute(said).scalars())
