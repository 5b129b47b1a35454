"""File modes: the data holds the site's keys and people's names, so only its owner may read it."""

import contextlib
import os
import stat
from pathlib import Path

from sqlalchemy.engine import URL

from tilefolk.server.storage.database_errors import BadDatabase, connection_words

DATABASE_SUFFIXES = ("", "-wal", "-shm", "-journal", ".lock")  # the SQLite file and those made beside it
OTHERS_MAY = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """Make a folder for its owner alone; an existing one stays as it is. Raises OSError."""
    folder.mkdir(0o700, parents=True, exist_ok=True)


def open_private(file: str, flags: int) -> int:
    """Opener for `open`: the file is its owner's alone from the first moment."""
    return os.open(file, flags, 0o600)


def make_database_private(url: URL) -> None:
    """Make the folder and file of an SQLite database, and take others' rights from what is ours.

    SQLite gives the files it makes beside a database the mode of the database. Raises BadDatabase.
    """
    if not url.database or url.database == ":memory:":
        return
    try:
        make_private_folder(Path(url.database).parent)
    except OSError as error:
        raise BadDatabase("cli.database.cannot_open", **connection_words(url)) from error
    with contextlib.suppress(OSError):  # it exists, or SQLite will say what is wrong
        os.close(open_private(url.database, os.O_CREAT | os.O_EXCL | os.O_RDWR))
    for suffix in DATABASE_SUFFIXES:
        with contextlib.suppress(OSError):
            _restrict_to_owner(Path(url.database + suffix))


def _restrict_to_owner(file: Path) -> None:
    found = file.stat()
    if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_mode & OTHERS_MAY:
        file.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS_MAY)
