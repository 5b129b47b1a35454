"""The log file of a match, rewritten after every line, and the table file beside it."""

import contextlib
import errno
import fcntl
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tilefolk.core.errors import ReportedError
from tilefolk.core.match import Match
from tilefolk.core.record import write_record

BotNames = tuple[str | None, ...]  # a bot's name per seat, None for a person


class BadLog(ReportedError):
    """A log file cannot be read or written."""


class TableFile(NamedTuple):
    """What is kept beside the record: the secret seed and who plays."""

    seed: bytes | None = None
    names: BotNames | None = None


class LogFile(NamedTuple):
    """The log of a match; `text_of` writes the record, in a series with the matches before it."""

    path: Path
    text_of: Callable[[Match], str] = write_record

    @property
    def table_path(self) -> Path:
        return sibling(self.path, ".table")

    @property
    def seed_path(self) -> Path:
        """The file in which the first versions kept the seed alone."""
        return sibling(self.path, ".seed")

    def text(self) -> str:
        """The text of the record; empty if there is none yet."""
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except UnicodeDecodeError:
            raise BadLog("cli.no_text", file=str(self.path)) from None

    def write(self, match: Match) -> None:
        """Replace the whole record in one step, so that no reader finds a part."""
        fresh = sibling(self.path, ".new")
        fresh.write_text(self.text_of(match), encoding="utf-8", newline="\n")
        fresh.replace(self.path)

    def write_table_file(self, seed: bytes | None, names: Sequence[str | None]) -> None:
        """Write who plays, and the seed while it is secret; only the owner may read the file."""
        fresh = sibling(self.table_path, ".new")
        fresh.unlink(missing_ok=True)
        kept = {"bots": list(names), **({"seed": seed.hex()} if seed else {})}
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")
        fresh.replace(self.table_path)

    def read_table_file(self) -> TableFile:
        """Read the table file; raises BadLog if it is something else."""
        try:
            kept = json.loads(self.table_path.read_text(encoding="utf-8"))
            names = tuple(None if name is None else str(name) for name in kept["bots"])
            return TableFile(bytes.fromhex(kept["seed"]) if "seed" in kept else None, names)
        except FileNotFoundError:
            return TableFile(self._old_seed())
        except (ValueError, TypeError, KeyError):
            raise BadLog("ui.log.beside", file=str(self.table_path)) from None

    def _old_seed(self) -> bytes | None:
        with contextlib.suppress(OSError, ValueError):
            return bytes.fromhex(self.seed_path.read_text(encoding="ascii"))
        return None

    def delete_old_seed(self) -> None:
        if self.seed_path.is_file():
            self.seed_path.unlink()


def sibling(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def open_log(path: Path) -> LogFile:
    """The log at this path, which is a plain file or does not exist yet."""
    if path.is_symlink():
        path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "", str(path))
    if path.exists() and not path.is_file():
        raise BadLog("ui.log.special", file=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    return LogFile(path)


@contextlib.contextmanager
def lock(log: LogFile) -> Iterator[None]:
    """Keep other programs from writing this log. The system frees the lock of a program that dies."""
    path = sibling(log.path, ".lock")
    number = _open_locked(path)
    while not _is_same_file(number, path):  # its last holder took the file away in between
        os.close(number)
        number = _open_locked(path)
    try:
        os.ftruncate(number, 0)
        os.write(number, f"{os.getpid()}\n".encode())
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(number)


def _open_locked(path: Path) -> int:
    number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(number, 20).decode("ascii", "replace").strip()
        os.close(number)
        raise BadLog("ui.log.held", file=str(path.with_suffix("")), pid=holder or "?") from None
    return number


def _is_same_file(number: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False
