"""The store: one writer that commits in groups, readers beside it. The same code on SQLite and PostgreSQL."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection, NestedTransaction
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from tilefolk.server import metrics
from tilefolk.server.errors import Unavailable
from tilefolk.server.storage.change_feed import ChangeFeed
from tilefolk.server.storage.engine import database_url, engine_for, is_postgres, migrate
from tilefolk.server.storage.site_clock import SiteClock, stored_seconds

T = TypeVar("T")
Job = Callable[[Connection], Any]
GROUP = 200  # at most so many jobs in one commit
READERS = 2
LIMIT = 10.0  # seconds a job may take: a database that hangs is as good as one that is gone

log = structlog.get_logger()


class DatabaseStatus:
    """Whether the database answers: said once when it stops, and once when it is back."""

    def __init__(self, what: str) -> None:
        self._what = what  # it may be read and have no room for more
        self._gone: float | None = None

    def no(self, error: BaseException) -> None:
        metrics.database_failures.inc()
        if self._gone is None:
            self._gone = time.monotonic()
            log.error("database gone", to=self._what, error=str(error) or repr(error))

    def yes(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            log.info("database back", to=self._what, seconds=round(time.monotonic() - gone, 1))


class Entry(NamedTuple):
    """A job in the queue. `key` orders a group, so that two nodes never wait for each other in a ring."""

    key: str
    job: Job
    future: Future[Any]


Queue = queue.SimpleQueue[Entry | None]
Outcome = tuple[Any, Exception | None]


class Store:
    """Jobs are functions of a connection. `write` returns after the commit; what it raised is raised here.

    Its threads are daemons: one that waits for a database that hangs must not keep a node from ending.
    """

    def __init__(self, database: Path | str) -> None:
        url = database_url(database)
        self.shared = is_postgres(url)  # by several nodes
        self.changes = ChangeFeed(url if self.shared else None)
        self._engine = engine_for(url)
        self._reading, self._writing = DatabaseStatus("read"), DatabaseStatus("write")
        migrate(self._engine)
        self.clock = SiteClock(self.read_now(stored_seconds))
        self._writes, self._reads = Queue(), Queue()
        work = (self._write_all, *(self._read_all,) * READERS)
        self._threads = [threading.Thread(target=each, name="store", daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    async def write(self, job: Callable[[Connection], T], key: str = "") -> T:
        """Run a job in the next group and wait for its commit. Raises Unavailable."""
        future: Future[T] = Future()
        return await self._answered(self._writes, Entry(key, job, future), future)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Raises Unavailable."""
        future: Future[T] = Future()
        return await self._answered(self._reads, Entry("", job, future), future)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                found = job(connection)
        except DBAPIError as error:
            if not is_gone(error):
                raise
            gone = Unavailable(_words(error))
            self._reading.no(gone)
            raise gone from error
        self._reading.yes()
        return found

    def close(self) -> None:
        """Finish what is queued, then stop; what hangs is left behind."""
        self.changes.close()
        self._writes.put(None)
        for _ in range(READERS):
            self._reads.put(None)
        until = time.monotonic() + LIMIT
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        self._engine.dispose()

    async def _answered(self, jobs: Queue, entry: Entry, future: Future[T]) -> T:
        """What is not begun in time is never done; what hangs may be done yet."""
        jobs.put(entry)
        try:
            async with asyncio.timeout(LIMIT):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            (self._reading if jobs is self._reads else self._writing).no(error)
            raise Unavailable("no answer in time") from error

    def _read_all(self) -> None:
        while entry := self._reads.get():
            if not entry.future.set_running_or_notify_cancel():
                continue
            try:
                entry.future.set_result(self.read_now(entry.job))
            except Exception as error:
                entry.future.set_exception(error)

    def _write_all(self) -> None:
        stop = False
        while not stop:
            group = [self._writes.get()]
            while len(group) < GROUP and not self._writes.empty():
                group.append(self._writes.get())
            stop = None in group
            entries = [entry for entry in group if entry and entry.future.set_running_or_notify_cancel()]
            if entries:
                self._commit(sorted(entries, key=lambda entry: entry.key))

    def _commit(self, group: list[Entry]) -> None:
        done: list[Outcome] = []
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                done += [_tried(connection, entry.job) for entry in group]
        except Exception as error:
            done = [(None, Unavailable(_words(error))) for _ in group]
        gone = [failure for _, failure in done if isinstance(failure, Unavailable)]
        if gone:
            self._writing.no(gone[0])
        else:
            self._writing.yes()
        for entry, (result, failure) in zip(group, done, strict=True):
            if failure is None:
                entry.future.set_result(result)
            else:
                entry.future.set_exception(failure)


def _tried(connection: Connection, job: Job) -> Outcome:
    """A job that fails takes back what it did and nothing else; a database that goes takes the group."""
    before = connection.begin_nested()
    try:
        result = job(connection)
        before.commit()
    except Exception as error:
        if connection.invalidated or not _taken_back(before):
            raise
        return None, Unavailable(_words(error)) if is_gone(error) else error
    return result, None


def _taken_back(before: NestedTransaction) -> bool:
    """A disk without room may have ended the whole transaction."""
    try:
        before.rollback()
    except DBAPIError:
        return False
    return True


def _words(error: Exception) -> str:
    """What the database said, without what we asked it."""
    return str(getattr(error, "orig", None) or error).strip()


def is_gone(error: Exception) -> bool:
    """Whether this is the database's fault and not the job's."""
    away = isinstance(error, OperationalError | InterfaceError | InternalError)
    return away or (isinstance(error, DBAPIError) and error.connection_invalidated)
