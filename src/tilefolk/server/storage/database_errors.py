"""Why a database is of no use to us: a sentence for every reason that somebody can do something about."""

import contextlib
import getpass
import re
import sqlite3
from collections.abc import Iterator

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError

from tilefolk.core.errors import ReportedError

PASSES = ("refused", "no_host", "silent", "starting", "crowded", "no_answer")  # perhaps, by themselves
SAID = (  # what is said by the driver and by PostgreSQL before there is a connection, the surest first
    (r"password authentication failed|no password supplied", "password"),
    (r'role "(.+)" does not exist', "no_role"),
    (r'database "(.+)" does not exist', "missing"),
    (r"pg_hba\.conf|(Peer|Ident) authentication failed", "not_let_in"),
    (r"permission denied for database", "may_not"),
    (r"system is (starting up|shutting down|in recovery)|not yet accepting", "starting"),
    (r"too many (clients|connections)|connection slots", "crowded"),
    (r"resolve host|translate host name|Name or service not known", "no_host"),
    (r"Connection refused|\.s\.PGSQL\.\d+", "refused"),
    (r"timeout|timed out|No route to host|unreachable", "silent"),
    (r"invalid (connection option|port|sslmode|integer value)|invalid value for", "address"),
)
STATES = {  # SQLSTATE
    "42501": "may_not",
    "53100": "full",
    "53300": "crowded",
    "25006": "read_only",
    "57P03": "starting",
}
CODES = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_PERM: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_NOTADB: "no_database",
    sqlite3.SQLITE_READONLY: "read_only",
}


class BadDatabase(ReportedError):
    """The database cannot be used."""

    @property
    def passes(self) -> bool:
        """Whether it may answer later although nobody changes anything here."""
        return self.problem.rpartition(".")[2] in PASSES


@contextlib.contextmanager
def translate_errors(url: URL) -> Iterator[None]:
    """Tell in a sentence why a database does not answer, or not as it should. Raises BadDatabase."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).strip()
        why = _why(error.orig, said)
        if why is None and not isinstance(error, OperationalError):
            raise
        reason = said.rpartition("failed: ")[2].split("\n")[0]
        raise BadDatabase(
            f"cli.database.{why or 'no_answer'}", reason=reason, **connection_words(url)
        ) from error


def connection_words(url: URL) -> dict[str, str]:
    """Who asks for what and where, as the driver understands it."""
    role = url.username or getpass.getuser()
    host = url.host or "localhost"
    return {"role": role, "name": url.database or role, "host": f"{host}:{url.port or 5432}"}


def _why(error: BaseException | None, said: str) -> str | None:
    if isinstance(error, sqlite3.Error):
        return CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # the rest is which kind of it
    state = STATES.get(getattr(error, "sqlstate", None) or "")
    return state or next((why for pattern, why in SAID if re.search(pattern, said)), None)
