"""Where a site keeps what must not be lost: a folder, or a database on the network."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine

from tilefolk.cli.speaking import stop, stop_file
from tilefolk.locale import Texts
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.engine import database_url, engine_for, is_current, migrate
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.store import Store

FILE = "tilefolk.sqlite"


def data_folder(given: Path | None) -> Path:
    """Where the server keeps what must not be lost."""
    if given is not None:
        return given
    if named := os.environ.get("TILEFOLK_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "tilefolk"


def database(data: Path | None, url: str | None) -> Path | str:
    """The database asked for; without one a file in the folder of the data."""
    return url or data_folder(data) / FILE


@contextlib.contextmanager
def clearly(said: Texts) -> Iterator[None]:
    """A database that is not there, or not ours, in one sentence."""
    try:
        yield
    except BadDatabase as error:
        stop(said, error.problem, code=1, **error.names)


@contextlib.contextmanager
def opened_engine(said: Texts, data: Path | None, url: str | None, new: bool = False) -> Iterator[Engine]:
    """The database as it is, not brought up to date; `new`: it may be a file that is not there yet."""
    where = database(data, url)
    if isinstance(where, Path):
        _check_file(said, where, new)
    with clearly(said):
        engine = engine_for(database_url(where))
        try:
            yield engine
        finally:
            engine.dispose()


def _check_file(said: Texts, file: Path, new: bool) -> None:
    """Whether it can be read: SQLite has the same words for all that may be in the way."""
    try:
        file.open("rb").close()
    except OSError as error:
        if not (new and isinstance(error, FileNotFoundError)):
            stop_file(said, "cli.cannot_read", str(file), error, code=1)


def bring_up_to_date(engine: Engine) -> None:
    """An old schema is not changed under a server that stands on it. Raises BadDatabase."""
    if not is_current(engine):
        with lock_database_file(engine.url, "tilefolk"):
            migrate(engine)


@contextlib.contextmanager
def opened_store(said: Texts, data: Path | None, url: str | None) -> Iterator[Store]:
    """The store on a database that is there; its log does not mix with what is printed."""
    configure_logs(json_lines=False)
    with opened_engine(said, data, url) as engine:
        bring_up_to_date(engine)
        store = Store(database(data, url))
    try:
        yield store
    finally:
        store.close()
