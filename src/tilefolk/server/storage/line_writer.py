"""Writes the lines of a group of matches in one transaction, by the driver's own prepared statements.

This is the way of every move, so it goes below SQLAlchemy. It knows nothing of single jobs: when any of them
fails, nothing is written, and the store runs each by itself.
"""

import contextlib
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, insert, update

from tilefolk.server.storage.change_feed import CHANNEL, ChangeFeed
from tilefolk.server.storage.engine import is_postgres
from tilefolk.server.storage.schema import lines, matches

INSERT_SQLITE = "insert into lines (match_id, seq, who, n, line, at, tick) values (?, ?, ?, ?, ?, ?, ?)"
END_SQLITE = "update matches set over = 1 where id = ?"
INSERT_POSTGRES = (
    "insert into lines (match_id, seq, who, n, line, at, tick) select * from unnest"
    "(%s::text[], %s::int[], %s::int[], %s::int[], %s::text[], %s::float8[], %s::float8[])"
)
END_POSTGRES = "update matches set over = true where id = any(%s)"
NOTIFY_POSTGRES = "select pg_notify(%s, %s)"
KEEPS_CONNECTION = (sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


class LineRow(NamedTuple):
    """A stored line: `n` is its receipt, `at` the time of day, `tick` the site clock."""

    match_id: str
    seq: int
    who: int
    n: int | None
    line: str
    at: float
    tick: float


class NewLines(NamedTuple):
    """The next lines of one match, and whether they end it."""

    match_id: str
    rows: Sequence[LineRow]
    ends_match: bool

    def insert(self, connection: Connection, changes: ChangeFeed) -> None:
        """Write them alone, in a transaction of the caller."""
        connection.execute(insert(lines), [row._asdict() for row in self.rows])
        if self.ends_match:
            connection.execute(update(matches).where(matches.c.id == self.match_id).values(over=True))
        changes.announce(connection, "match", self.match_id)


class LineWriter(Protocol):
    """Writes groups of lines; used by one thread."""

    def write(self, group: Sequence[NewLines]) -> None:
        """Commit all of them, or raise whatever the driver raises and write nothing."""

    def is_failure(self, error: Exception) -> bool:
        """Whether the database failed, not what was to be written."""

    def close(self) -> None: ...


def line_writer(engine: Engine, changes: ChangeFeed) -> LineWriter:
    return PostgresLines(engine, changes) if is_postgres(engine.url) else SqliteLines(engine)


class SqliteLines:
    """Keeps one connection, whose statements stay prepared."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Any = None

    def write(self, group: Sequence[NewLines]) -> None:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        driver = self._connection.driver_connection
        try:
            driver.execute("BEGIN IMMEDIATE")
            driver.executemany(INSERT_SQLITE, [row for new in group for row in new.rows])
            for new in group:
                if new.ends_match:
                    driver.execute(END_SQLITE, (new.match_id,))
            driver.execute("COMMIT")
        except Exception as error:
            self._undo(driver, error)
            raise

    def _undo(self, driver: Any, error: Exception) -> None:
        """Roll back where another connection would fare no better: a line that is not allowed, a full disk.

        Closing the last connection empties SQLite's log and gives its room away.
        """
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in KEEPS_CONNECTION:
            with contextlib.suppress(sqlite3.Error):
                if driver.in_transaction:
                    driver.execute("ROLLBACK")
                return
        self.close()

    def is_failure(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError | sqlite3.InterfaceError | sqlite3.InternalError)

    def close(self) -> None:
        """Give the connection up; whatever it had begun is undone."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()


class PostgresLines:
    """One round trip for a group: all statements and the commit go out before the first answer is read."""

    def __init__(self, engine: Engine, changes: ChangeFeed) -> None:
        self._engine, self._changes = engine, changes

    def write(self, group: Sequence[NewLines]) -> None:
        columns = [list(column) for column in zip(*(row for new in group for row in new.rows), strict=True)]
        ended = [new.match_id for new in group if new.ends_match]
        payload = self._changes.payload("match", *(new.match_id for new in group))
        connection = self._engine.raw_connection()  # the pool has made sure that it is alive
        try:
            driver = connection.driver_connection
            assert driver is not None
            with driver.pipeline(), driver.transaction():
                driver.execute(INSERT_POSTGRES, columns)
                if ended:
                    driver.execute(END_POSTGRES, (ended,))
                driver.execute(NOTIFY_POSTGRES, (CHANNEL, payload))
        except Exception:
            connection.invalidate()
            raise
        finally:
            connection.close()

    def is_failure(self, error: Exception) -> bool:
        import psycopg

        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | psycopg.InternalError)

    def close(self) -> None:
        pass
