"""An SQLite file serves one node: its user holds a lock file beside it, which the system always frees."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from sqlalchemy.engine import URL

from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.file_modes import make_database_private, open_private


@contextlib.contextmanager
def lock_database_file(url: URL, holder: str) -> Iterator[None]:
    """Hold the lock of an SQLite database; PostgreSQL needs none. Raises BadDatabase.

    Whoever finds the lock taken is told `holder`, for example the address that is served.
    """
    if url.get_backend_name() != "sqlite" or not url.database:
        yield
        return
    make_database_private(url)
    with _open_lock_file(url.database) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            pid, _, other = file.read().partition(" ")
            raise BadDatabase("cli.database.held", file=url.database, pid=pid, what=other) from None
        file.truncate(0)
        file.write(f"{os.getpid()} {holder}")
        file.flush()
        yield


def _open_lock_file(database: str) -> TextIO:
    try:
        file = Path(database).resolve()  # whoever comes by a link finds the same lock
        return open(f"{file}.lock", "a+", encoding="utf-8", opener=open_private)
    except OSError as error:
        raise BadDatabase("cli.database.read_only") from error
