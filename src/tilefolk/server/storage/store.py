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
from tilefolk.server.storage.time_limits import time_limits
from tilefolk.threads import carried

T = TypeVar("T")
MAX_JOBS_PER_COMMIT = 200
READER_THREADS = 2
JOB_TIMEOUT_SECONDS = 10.0  # a database that hangs for longer counts as gone
REFUSED_SECONDS = 5.0  # after the last line that could not be stored; those that wait are tried every second
CLOSE_SECONDS = 2.0  # for queued jobs when the store closes: nobody is told of them any more

Work: TypeAlias = Callable[[Connection], Any]
Outcome: TypeAlias = tuple[Any, Exception | None]
Done: TypeAlias = Callable[[Any, Exception | None], None]  # gets the result, or why there is none

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

    Groups run in the order of keys, so that two nodes cannot deadlock. `done` is called with the outcome in
    the event loop of whoever asked, once; a job that is over by then (timed out, cancelled) is left out if it
    has not begun, and may still be committed if it hangs.
    """

    __slots__ = ("_done", "_limits", "is_over", "key", "loop", "outcome", "work")

    def __init__(self, key: str, work: Work | NewLines, done: Done) -> None:
        self.key, self.work = key, work
        self.is_over = False
        self.outcome: Outcome = None, None
        self.loop = asyncio.get_running_loop()
        self._done = done
        self._limits = time_limits(JOB_TIMEOUT_SECONDS)
        self._limits.start(self, self._time_out)

    def settle(self, outcome: Outcome) -> None:
        """Tell the outcome to whoever waits, in their event loop."""
        if not self.is_over:
            self.cancel()
            self._done(*outcome)

    def cancel(self) -> None:
        self.is_over = True
        self._limits.stop(self)

    def _time_out(self) -> None:
        self.settle((None, TimedOut()))

    def run(self, connection: Connection, changes: ChangeFeed) -> Any:
        if isinstance(self.work, NewLines):
            return self.work.insert(connection, changes)
        return self.work(connection)


class TimedOut(Unavailable):
    """The database has not answered in time."""

    def __init__(self) -> None:
        super().__init__("no answer in time")


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
        self._lines_refused_at = float("-inf")
        self._writes: JobQueue = queue.SimpleQueue()
        self._reads: JobQueue = queue.SimpleQueue()
        loops = (self._write_loop, *(self._read_loop,) * READER_THREADS)
        self._threads = [threading.Thread(target=loop, name="store", daemon=True) for loop in loops]
        for thread in self._threads:
            thread.start()

    async def write(self, work: Callable[[Connection], T], key: str = "") -> T:
        """Run a function in the next group and wait for its commit. Raises Unavailable."""
        written: T = await self._wait_for(self._writes, key, work)
        return written

    async def append(self, new: NewLines) -> None:
        """Write the next lines of a match in the next group. Raises Unavailable, IntegrityError."""
        await self._wait_for(self._writes, new.match_id, new)

    def refuses_lines(self) -> bool:
        """Whether the newest lines could not be stored a moment ago."""
        return time.monotonic() - self._lines_refused_at < REFUSED_SECONDS

    def submit(self, new: NewLines, done: Done) -> None:
        """Write the next lines of a match in the next group, without a task that waits for it."""
        self._writes.put(Job(new.match_id, new, done))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that only reads. Raises Unavailable."""
        found: T = await self._wait_for(self._reads, "", work)
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
        deadline = time.monotonic() + CLOSE_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._engine.dispose()

    async def _wait_for(self, jobs: JobQueue, key: str, work: Work | NewLines) -> Any:
        """Queue a job and wait for its outcome."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(result: Any, failure: Exception | None) -> None:
            if future.cancelled():
                return  # whoever waited is about to notice
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(carried(failure))

        job = Job(key, work, done)
        jobs.put(job)
        try:
            return await future
        except TimedOut as error:
            (self._read_status if jobs is self._reads else self._write_status).failed(error)
            raise
        finally:
            job.cancel()

    def _read_loop(self) -> None:
        while job := self._reads.get():
            if job.is_over:
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
            jobs = sorted((job for job in group if job and not job.is_over), key=_key)
            appends = [job for job in jobs if isinstance(job.work, NewLines)]
            if len(appends) < len(jobs):
                self._commit([job for job in jobs if not isinstance(job.work, NewLines)])
            if appends:
                self._commit_lines(appends)
        self._line_writer.close()

    def _commit_lines(self, group: list[Job]) -> None:
        """Write the lines of a group at once; if one of them cannot be, run the jobs singly to see which.

        A database that does not answer is not asked twice.
        """
        try:
            self._line_writer.write([cast(NewLines, job.work) for job in group])
        except Exception as error:
            if self._line_writer.is_failure(error) or is_database_failure(error):
                self._lines_refused_at = time.monotonic()
                self._give_up(group, error)
            else:
                self._commit(group)
        else:
            self._lines_refused_at = float("-inf")
            self._write_status.answered()
            _hand_back(group)

    def _commit(self, group: list[Job]) -> None:
        """Run a group in one transaction, each job in a savepoint of its own, and settle it."""
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                for job in group:
                    job.outcome = _run_in_savepoint(connection, partial(job.run, changes=self.changes))
        except Exception as error:
            self._give_up(group, error)
            return
        failures = [job.outcome[1] for job in group if isinstance(job.outcome[1], Unavailable)]
        if failures:
            self._write_status.failed(failures[0])
        else:
            self._write_status.answered()
        _hand_back(group)

    def _give_up(self, group: list[Job], error: Exception) -> None:
        """The database did not take the group: nobody knows whether it will be there."""
        message = _database_message(error)
        self._write_status.failed(Unavailable(message))
        for job in group:
            job.outcome = None, Unavailable(message)
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
        job.settle(job.outcome)


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
