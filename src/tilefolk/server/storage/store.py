"""The store: one thread writes and commits in groups, others read. The same code on SQLite and PostgreSQL."""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import structlog
from sqlalchemy import Connection, NestedTransaction
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from tilefolk.server import metrics
from tilefolk.server.errors import Unavailable
from tilefolk.server.storage.change_feed import ChangeFeed
from tilefolk.server.storage.engine import database_url, engine_for, is_postgres, migrate
from tilefolk.server.storage.line_writer import NewLines, line_writer
from tilefolk.server.storage.site_clock import SiteClock, stored_seconds

T = TypeVar("T")
MAX_JOBS_PER_COMMIT = 200
READER_THREADS = 2
JOB_TIMEOUT_SECONDS = 10.0  # a database that hangs for longer counts as gone
TIMED_OUT = "timed out"  # tells our own cancellation from others'

Work: TypeAlias = Callable[[Connection], Any]
Outcome: TypeAlias = tuple[Any, Exception | None]

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


class Job:
    """Work that waits for a thread: a function of a connection, or the new lines of a match.

    Groups run in the order of keys, so that two nodes cannot deadlock. A job that nobody waits for any more
    is left out, if it has not begun.
    """

    __slots__ = ("future", "key", "loop", "outcome", "work")

    def __init__(self, key: str, work: Work | NewLines) -> None:
        self.key, self.work = key, work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.outcome: Outcome = None, None

    def settle(self) -> None:
        """Tell the outcome to whoever waits, in their event loop."""
        result, failure = self.outcome
        if self.future.done():
            return
        if failure is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(failure)

    def run(self, connection: Connection, changes: ChangeFeed) -> Any:
        if isinstance(self.work, NewLines):
            return self.work.insert(connection, changes)
        return self.work(connection)


JobQueue: TypeAlias = "queue.SimpleQueue[Job | None]"  # None tells a thread to stop


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
        self._line_writer = line_writer(self._engine, self.changes)
        self._writes: JobQueue = queue.SimpleQueue()
        self._reads: JobQueue = queue.SimpleQueue()
        loops = (self._write_loop, *(self._read_loop,) * READER_THREADS)
        self._threads = [threading.Thread(target=loop, name="store", daemon=True) for loop in loops]
        for thread in self._threads:
            thread.start()

    async def write(self, work: Callable[[Connection], T], key: str = "") -> T:
        """Run a function in the next group and wait for its commit. Raises Unavailable."""
        job = Job(key, work)
        self._writes.put(job)
        found: T = await self._wait_for(job, self._write_status)
        return found

    async def append(self, new: NewLines) -> None:
        """Write the next lines of a match in the next group. Raises Unavailable, IntegrityError."""
        await self._wait_for(self.submit(new), self._write_status)

    def submit(self, new: NewLines) -> Job:
        """Queue the next lines of a match; the job's future tells of their commit."""
        job = Job(new.match_id, new)
        self._writes.put(job)
        return job

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads. Raises Unavailable."""
        job = Job("", work)
        self._reads.put(job)
        found: T = await self._wait_for(job, self._read_status)
        return found

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

    async def _wait_for(self, job: Job, status: DatabaseStatus) -> Any:
        """Wait for the outcome of a queued job.

        After the timeout, a job that has not begun is cancelled; one that hangs may still be committed.
        """
        timer = job.loop.call_later(JOB_TIMEOUT_SECONDS, job.future.cancel, TIMED_OUT)
        try:
            return await job.future
        except asyncio.CancelledError as error:
            if error.args != (TIMED_OUT,):
                raise
            status.failed(TimeoutError())
            raise Unavailable("no answer in time") from error
        finally:
            timer.cancel()

    def _read_loop(self) -> None:
        while job := self._reads.get():
            if job.future.cancelled():
                continue
            try:
                job.outcome = self.read_now(cast(Work, job.work)), None
            except Exception as error:
                job.outcome = None, error
            _hand_back([job])

    def _write_loop(self) -> None:
        stop = False
        while not stop:
            group = [self._writes.get()]
            while len(group) < MAX_JOBS_PER_COMMIT and not self._writes.empty():
                group.append(self._writes.get())
            stop = None in group
            jobs = sorted((job for job in group if job and not job.future.cancelled()), key=_key)
            appends = [job for job in jobs if isinstance(job.work, NewLines)]
            if len(appends) < len(jobs):
                self._commit([job for job in jobs if not isinstance(job.work, NewLines)])
            if appends:
                self._commit_lines(appends)
        self._line_writer.close()

    def _commit_lines(self, group: list[Job]) -> None:
        """Write the lines of a group at once; if that fails, run its jobs singly to see whose fault it is."""
        try:
            self._line_writer.write([cast(NewLines, job.work) for job in group])
        except Exception:
            self._commit(group)
        else:
            self._write_status.answered()
            _hand_back(group)

    def _commit(self, group: list[Job]) -> None:
        """Run a group in one transaction, each job in a savepoint of its own, and settle it."""
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                for job in group:
                    job.outcome = _run_in_savepoint(connection, partial(job.run, changes=self.changes))
        except Exception as error:
            for job in group:
                job.outcome = None, Unavailable(_database_message(error))
        failures = [job.outcome[1] for job in group if isinstance(job.outcome[1], Unavailable)]
        if failures:
            self._write_status.failed(failures[0])
        else:
            self._write_status.answered()
        _hand_back(group)


def _key(job: Job) -> str:
    return job.key


def _hand_back(group: list[Job]) -> None:
    """Settle a group in the event loop that waits for it: one hand-over for all its jobs."""
    for loop in {job.loop for job in group}:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, [job for job in group if job.loop is loop])


def _settle(group: list[Job]) -> None:
    for job in group:
        job.settle()


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
