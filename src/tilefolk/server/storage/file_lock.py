"""A file serves one node: whoever uses it holds a lock beside it, which the system frees however they end."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from typing import TextIO

from sqlalchemy.engine import URL

from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.file_modes import make_database_private, open_private


@contextlib.contextmanager
def lock_database_file(url: URL, what: str) -> Iterator[None]:
    """Hold a database that is a file; `what` is told to whoever comes next. Raises BadDatabase."""
    if url.get_backend_name() != "sqlite" or not url.database:
        yield
        return
    make_database_private(url)
    with _opened(url.database) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            pid, _, holder = file.read().partition(" ")
            raise BadDatabase("cli.database.held", file=url.database, pid=pid, what=holder) from None
        file.truncate(0)
        file.write(f"{os.getpid()} {what}")
        file.flush()
        yield


def _opened(database: str) -> TextIO:
    try:
        return open(f"{database}.lock", "a+", encoding="utf-8", opener=open_private)
    except OSError as error:
        raise BadDatabase("cli.database.read_only") from error
