"""Files that are nobody else's: among the data are the keys of the site and the names of people."""

import contextlib
import os
import stat
from pathlib import Path

from sqlalchemy.engine import URL

from tilefolk.server.storage.database_errors import BadDatabase, connection_words

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")  # the file of a database, and what is made next to it
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(folder: Path) -> None:
    """A folder for its owner alone; one that is there already stays as it is. Raises OSError."""
    folder.mkdir(0o700, parents=True, exist_ok=True)


def open_private(file: str, flags: int) -> int:
    """For `open`: what it makes is its owner's alone from the first moment."""
    return os.open(file, flags, 0o600)


def make_database_private(url: URL) -> None:
    """The folder and the file of a database that is one; what is ours and too open is tightened.

    SQLite gives what it makes beside a database the mode of the database. Raises BadDatabase.
    """
    if not url.database or url.database == ":memory:":
        return
    try:
        make_private_folder(Path(url.database).parent)
    except OSError as error:
        raise BadDatabase("cli.database.cannot_open", **connection_words(url)) from error
    with contextlib.suppress(OSError):  # there already, or SQLite will tell
        os.close(open_private(url.database, os.O_CREAT | os.O_EXCL | os.O_RDWR))
    for end in BESIDE:
        with contextlib.suppress(OSError):
            _tighten(Path(url.database + end))


def _tighten(file: Path) -> None:
    found = file.stat()
    if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and found.st_mode & OTHERS:
        file.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
