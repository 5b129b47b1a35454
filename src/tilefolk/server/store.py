"""The store: one writer that commits in groups, readers beside it. SQLite now; PostgreSQL can follow."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
import structlog
from sqlalchemy import Connection, Engine, create_engine, event

T = TypeVar("T")
Job = Callable[[Connection], Any]
GROUP = 200  # at most so many jobs in one commit

log = structlog.get_logger()


class Store:
    """Jobs are functions of a connection. `write` returns after the commit; what it raised is raised here."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._engine = _engine(path)
        migrate(self._engine)
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="read")
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in the next group and wait for its commit."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    async def read(self, job: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return job(connection)

    def close(self) -> None:
        """Finish what is queued, then stop."""
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
            self._commit([entry for entry in group if entry is not None])

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        done: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                for job, future in group:
                    done.append((future, *_tried(connection, job)))
        except Exception as error:
            log.error("commit failed", jobs=len(group), error=repr(error))
            done = [(future, None, error) for _, future in group]
        for future, result, failure in done:
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)


def _tried(connection: Connection, job: Job) -> tuple[Any, BaseException | None]:
    """A job that fails takes back what it did and nothing else."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        return None, error


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and writes later would fail at once beside another writer.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")
