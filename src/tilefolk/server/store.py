"""The store: one writer that commits in groups, readers beside it. The same code on SQLite and PostgreSQL."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from tilefolk.server import metrics
from tilefolk.server.clock import Clock, stored
from tilefolk.server.databases import address, engine_for, is_postgres, migrate
from tilefolk.server.hints import Hints

T = TypeVar("T")
Job = Callable[[Connection], Any]
GROUP = 200  # at most so many jobs in one commit

log = structlog.get_logger()


class Unavailable(Exception):
    """The database did not answer. Whether the job was committed is not known: look, then try again."""


class Answering:
    """Whether the database answers: said once when it stops, and once when it is back."""

    def __init__(self) -> None:
        self._gone: float | None = None

    def no(self, error: BaseException) -> None:
        metrics.failures.inc()
        if self._gone is None:
            self._gone = time.monotonic()
            log.error("database gone", error=str(error).strip())

    def yes(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            log.info("database back", seconds=round(time.monotonic() - gone, 1))


class Entry(NamedTuple):
    """A job in the queue. `key` orders a group, so that two nodes never wait for each other in a ring."""

    key: str
    job: Job
    future: Future[Any]


class Store:
    """Jobs are functions of a connection. `write` returns after the commit; what it raised is raised here."""

    def __init__(self, database: Path | str) -> None:
        url = address(database)
        self.shared = is_postgres(url)  # by several nodes
        self.hints = Hints(url if self.shared else None)
        self._engine = engine_for(url)
        self._answering = Answering()
        migrate(self._engine)
        self.clock = Clock(self.read_now(stored))
        self._jobs: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="read")
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    async def write(self, job: Callable[[Connection], T], key: str = "") -> T:
        """Run a job in the next group and wait for its commit. Raises Unavailable."""
        future: Future[T] = Future()
        self._jobs.put(Entry(key, job, future))
        return await asyncio.wrap_future(future)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Raises Unavailable."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                found = job(connection)
        except DBAPIError as error:
            self._answering.no(error.orig or error)
            raise Unavailable(str(error.orig)) from error
        self._answering.yes()
        return found

    def close(self) -> None:
        """Finish what is queued, then stop."""
        self.hints.close()
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()

    def _write_all(self) -> None:
        stop = False
        while not stop:
            group = [self._jobs.get()]
            while len(group) < GROUP and not self._jobs.empty():
                group.append(self._jobs.get())
            stop = None in group
            entries = sorted((entry for entry in group if entry is not None), key=lambda entry: entry.key)
            self._commit(entries)

    def _commit(self, group: list[Entry]) -> None:
        done: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                for entry in group:
                    done.append((entry.future, *_tried(connection, entry.job)))
            self._answering.yes()
        except Exception as error:
            self._answering.no(error)
            gone = Unavailable(str(error))
            done = [(entry.future, None, gone) for entry in group]
        for future, result, failure in done:
            if future.cancelled():
                continue
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)


def _tried(connection: Connection, job: Job) -> tuple[Any, BaseException | None]:
    """A job that fails takes back what it did and nothing else; a database that fails takes the group."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except IntegrityError as error:
        return None, error
    except DBAPIError:
        raise
    except Exception as error:
        return None, error
