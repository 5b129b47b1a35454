"""Sentences for databases that do not work: one for every reason that somebody can do something about."""

import contextlib
import getpass
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError

from tilefolk.core.errors import ReportedError

# Each reason is a message id below `cli.database.`.
TEMPORARY_REASONS = ("refused", "no_host", "silent", "starting", "crowded", "no_answer")
WRONG_ADDRESS_REASONS = ("address", "extra", "kind", "signs")
REASON_BY_MESSAGE = (  # what driver and server say before there is a connection; the surest patterns first
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
REASON_BY_SQLSTATE = {
    "42501": "may_not",
    "53100": "full",
    "53300": "crowded",
    "25006": "read_only",
    "57P03": "starting",
}
REASON_BY_SQLITE_CODE = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_PERM: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_NOTADB: "no_database",
    sqlite3.SQLITE_READONLY: "read_only",
}


NO_TEXT = "Could not decode to UTF-8"  # of a column


class BadDatabase(ReportedError):
    """The database cannot be used."""

    @property
    def is_wrong_address(self) -> bool:
        """Whether nothing was tried yet: no such database can be used from here."""
        return self.problem.rpartition(".")[2] in WRONG_ADDRESS_REASONS

    @property
    def is_temporary(self) -> bool:
        """Whether the database may answer later although nobody changes the configuration."""
        return self.problem.rpartition(".")[2] in TEMPORARY_REASONS


@contextlib.contextmanager
def translate_errors(url: URL) -> Iterator[None]:
    """Turn errors of the database into BadDatabase with a sentence; errors in our own code pass through."""
    try:
        yield
    except DBAPIError as error:
        message = str(error.orig).strip()
        reason = _reason(error.orig, message)
        if reason is None and not isinstance(error, OperationalError):
            raise
        first_line = message.rpartition("failed: ")[2].split("\n")[0]
        problem = f"cli.database.{reason or 'no_answer'}"
        raise BadDatabase(problem, reason=first_line, **connection_words(url)) from error
    except ReportedError:
        raise
    except Exception as error:
        if _is_damaged(url):
            raise BadDatabase("cli.database.damaged") from error
        raise


def _is_damaged(url: URL) -> bool:
    """Whether a SQLite file is broken: its driver and our code then fail in ways of many kinds."""
    if url.get_backend_name() != "sqlite":
        return False
    try:
        with contextlib.closing(
            sqlite3.connect(f"{Path(str(url.database)).absolute().as_uri()}?mode=ro", uri=True)
        ) as file:
            return bool(file.execute("pragma quick_check(1)").fetchall() != [("ok",)])
    except (sqlite3.Error, UnicodeDecodeError):
        return True


def connection_words(url: URL) -> dict[str, str]:
    """Name role, database and host for a sentence, with the defaults of the driver."""
    role = url.username or getpass.getuser()
    host = url.host or "localhost"
    return {"role": role, "name": url.database or role, "host": f"{host}:{url.port or 5432}"}


def _reason(error: BaseException | None, message: str) -> str | None:
    if isinstance(error, sqlite3.Error):
        primary_code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits only refine it
        return "damaged" if NO_TEXT in message else REASON_BY_SQLITE_CODE.get(primary_code)
    by_state = REASON_BY_SQLSTATE.get(getattr(error, "sqlstate", None) or "")
    return by_state or next(
        (reason for pattern, reason in REASON_BY_MESSAGE if re.search(pattern, message)), None
    )
