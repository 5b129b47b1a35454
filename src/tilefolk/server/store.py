"""The store: one writer that commits in groups, readers beside it. The same code on SQLite and PostgreSQL."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from tilefolk.server.databases import address, engine_for, is_postgres, migrate
from tilefolk.server.hints import Hints

T = TypeVar("T")
Job = Callable[[Connection], Any]
GROUP = 200  # at most so many jobs in one commit

log = structlog.get_logger()


class Unavailable(Exception):
    """The database did not answer. Whether the job was committed is not known: look, then try again."""


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
        migrate(self._engine)
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
                return job(connection)
        except DBAPIError as error:
            raise Unavailable(str(error.orig)) from error

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
        except Exception as error:
            log.error("commit failed", jobs=len(group), error=repr(error))
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
