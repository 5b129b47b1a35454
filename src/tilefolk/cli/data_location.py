"""Where a site keeps its data: a folder with a SQLite file, or a PostgreSQL database."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine

from tilefolk.cli.messages import stop, stop_file
from tilefolk.defaults import DATABASE_FILE
from tilefolk.locale import Texts
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.engine import database_url, engine_for, is_current, migrate
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.store import Store


def data_folder(given: Path | None) -> Path:
    """The folder of the site's data: as given, as the environment says, or in the user's data folder."""
    if given is not None:
        return given
    if named := os.environ.get("TILEFOLK_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "tilefolk"


def database(data: Path | None, url: str | None) -> Path | str:
    """The URL of the database, or without one the file in the data folder."""
    return url or data_folder(data) / DATABASE_FILE


@contextlib.contextmanager
def stop_on_bad_database(texts: Texts) -> Iterator[None]:
    """Exit with one sentence if the database is missing or not one of Tilefolk."""
    try:
        yield
    except BadDatabase as error:
        stop(texts, error.problem, code=2 if error.is_wrong_address else 1, **error.names)


@contextlib.contextmanager
def open_engine(texts: Texts, data: Path | None, url: str | None, new: bool = False) -> Iterator[Engine]:
    """Open the database without migrating it; with `new` its file need not exist yet."""
    where = database(data, url)
    if isinstance(where, Path):
        _check_file(texts, where, new)
    with stop_on_bad_database(texts):
        engine = engine_for(database_url(where))
        try:
            yield engine
        finally:
            engine.dispose()


def _check_file(texts: Texts, file: Path, new: bool) -> None:
    """Stop if the file cannot be read; SQLite would not say why."""
    try:
        file.open("rb").close()
    except OSError as error:
        if not (new and isinstance(error, FileNotFoundError)):
            stop_file(texts, "cli.cannot_read", str(file), error, code=1)


def migrate_if_old(engine: Engine) -> None:
    """Migrate an old schema, unless a server is running on it. Raises BadDatabase."""
    if not is_current(engine):
        with lock_database_file(engine.url, "tilefolk"):
            migrate(engine)


@contextlib.contextmanager
def open_store(texts: Texts, data: Path | None, url: str | None) -> Iterator[Store]:
    """Open the store of an existing database, its logs silenced so that they do not mix with the output."""
    configure_logs(json_lines=False)
    with open_engine(texts, data, url) as engine:
        migrate_if_old(engine)
        store = Store(database(data, url))
    try:
        yield store
    finally:
        store.close()
