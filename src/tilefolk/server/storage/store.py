"""The store: one thread writes and commits in groups, others read. The same code on SQLite and PostgreSQL."""

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
MAX_JOBS_PER_COMMIT = 200
READER_THREADS = 2
JOB_TIMEOUT_SECONDS = 10.0  # a database that hangs for longer counts as gone

log = structlog.get_logger()


class DatabaseStatus:
    """Logs once when the database stops answering, and once when it is back.

    Reading and writing have a status each: a full disk can still be read.
    """

    def __init__(self, operation: str) -> None:
        self._operation = operation
        self._failing_since: float | None = None

    def failed(self, error: BaseException) -> None:
        metrics.database_failures.inc()
        if self._failing_since is None:
            self._failing_since = time.monotonic()
            log.error("database gone", to=self._operation, error=str(error) or repr(error))

    def answered(self) -> None:
        since, self._failing_since = self._failing_since, None
        if since is not None:
            log.info("database back", to=self._operation, seconds=round(time.monotonic() - since, 1))


class Job(NamedTuple):
    """Work that waits in a queue. Groups run in the order of keys, so that two nodes cannot deadlock."""

    key: str
    work: Callable[[Connection], Any]
    future: Future[Any]


JobQueue = queue.SimpleQueue[Job | None]  # None tells a thread to stop
Outcome = tuple[Any, Exception | None]


class Store:
    """Runs functions of a connection against the database.

    `write` returns after the commit, and raises what the function raised. The threads are daemons: one that
    waits for a hanging database must not keep a node from stopping.
    """

    def __init__(self, database: Path | str) -> None:
        url = database_url(database)
        self.shared = is_postgres(url)  # several nodes may use it
        self.changes = ChangeFeed(url if self.shared else None)
        self._engine = engine_for(url)
        self._read_status, self._write_status = DatabaseStatus("read"), DatabaseStatus("write")
        migrate(self._engine)
        self.clock = SiteClock(self.read_now(stored_seconds))
        self._writes, self._reads = JobQueue(), JobQueue()
        loops = (self._write_loop, *(self._read_loop,) * READER_THREADS)
        self._threads = [threading.Thread(target=loop, name="store", daemon=True) for loop in loops]
        for thread in self._threads:
            thread.start()

    async def write(self, work: Callable[[Connection], T], key: str = "") -> T:
        """Run a function in the next group and wait for its commit. Raises Unavailable."""
        future: Future[T] = Future()
        self._writes.put(Job(key, work, future))
        return await self._wait_for(future, self._write_status)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads. Raises Unavailable."""
        future: Future[T] = Future()
        self._reads.put(Job("", work, future))
        return await self._wait_for(future, self._read_status)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Read in the calling thread. Raises Unavailable."""
        try:
            with self._engine.connect() as connection:
                found = work(connection)
        except DBAPIError as error:
            if not is_database_failure(error):
                raise
            unavailable = Unavailable(_database_message(error))
            self._read_status.failed(unavailable)
            raise unavailable from error
        self._read_status.answered()
        return found

    def close(self) -> None:
        """Finish the queued jobs, then stop; threads that hang are left behind."""
        self.changes.close()
        self._writes.put(None)
        for _ in range(READER_THREADS):
            self._reads.put(None)
        deadline = time.monotonic() + JOB_TIMEOUT_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._engine.dispose()

    async def _wait_for(self, future: Future[T], status: DatabaseStatus) -> T:
        """Wait for the result of a queued job.

        After the timeout, a job that has not begun is cancelled; one that hangs may still be committed.
        """
        try:
            async with asyncio.timeout(JOB_TIMEOUT_SECONDS):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            status.failed(error)
            raise Unavailable("no answer in time") from error

    def _read_loop(self) -> None:
        while job := self._reads.get():
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                job.future.set_result(self.read_now(job.work))
            except Exception as error:
                job.future.set_exception(error)

    def _write_loop(self) -> None:
        stop = False
        while not stop:
            group = [self._writes.get()]
            while len(group) < MAX_JOBS_PER_COMMIT and not self._writes.empty():
                group.append(self._writes.get())
            stop = None in group
            jobs = [job for job in group if job and job.future.set_running_or_notify_cancel()]
            if jobs:
                self._commit(sorted(jobs, key=lambda job: job.key))

    def _commit(self, group: list[Job]) -> None:
        """Run a group in one transaction and settle its futures."""
        outcomes: list[Outcome] = []
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                outcomes += [_run_in_savepoint(connection, job.work) for job in group]
        except Exception as error:
            outcomes = [(None, Unavailable(_database_message(error))) for _ in group]
        failures = [failure for _, failure in outcomes if isinstance(failure, Unavailable)]
        if failures:
            self._write_status.failed(failures[0])
        else:
            self._write_status.answered()
        for job, (result, failure) in zip(group, outcomes, strict=True):
            if failure is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(failure)


def _run_in_savepoint(connection: Connection, work: Callable[[Connection], Any]) -> Outcome:
    """Run one job of a group: if it fails, only its own changes are undone.

    Raises when the whole transaction is lost.
    """
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
        savepoint.commit()
    except Exception as error:
        if connection.invalidated or not _rolled_back(savepoint):
            raise
        return None, Unavailable(_database_message(error)) if is_database_failure(error) else error
    return result, None


def _rolled_back(savepoint: NestedTransaction) -> bool:
    """Roll back a savepoint; False where a full disk has already ended the whole transaction."""
    try:
        savepoint.rollback()
    except DBAPIError:
        return False
    return True


def _database_message(error: Exception) -> str:
    """Return what the database said, without our SQL."""
    return str(getattr(error, "orig", None) or error).strip()


def is_database_failure(error: Exception) -> bool:
    """Whether the database failed, not the job."""
    failed = isinstance(error, OperationalError | InterfaceError | InternalError)
    return failed or (isinstance(error, DBAPIError) and error.connection_invalidated)
