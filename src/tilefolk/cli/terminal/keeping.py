"""The record on disk: written anew after every line; beside it who plays, and the seed of a sealed match."""

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

Names = tuple[str | None, ...]  # a bot's name per seat, None for a person


class BadLog(ReportedError):
    """A log file cannot be read or written."""


class BackgroundTasks(NamedTuple):
    """What is known about a match apart from its record."""

    seed: bytes | None = None
    names: Names | None = None


class Log(NamedTuple):
    """Where a match is kept; `text_of` spells it, alone or with the matches of its series before it."""

    path: Path
    text_of: Callable[[Match], str] = write_record

    @property
    def table_path(self) -> Path:
        return background(self.path, ".table")

    @property
    def seed_path(self) -> Path:
        """Where the first versions kept the seed alone."""
        return background(self.path, ".seed")

    def text(self) -> str:
        """The record, empty where there is none yet."""
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except UnicodeDecodeError:
            raise BadLog("cli.no_text", file=str(self.path)) from None

    def write(self, match: Match) -> None:
        """The whole record in one step: a reader finds the old one or the new one, never a part."""
        fresh = background(self.path, ".new")
        fresh.write_text(self.text_of(match), encoding="utf-8", newline="\n")
        fresh.replace(self.path)

    def keep(self, seed: bytes | None, names: Sequence[str | None]) -> None:
        """Who plays, and the seed while it is a secret: only the owner may read it."""
        fresh = background(self.table_path, ".new")
        fresh.unlink(missing_ok=True)
        kept = {"bots": list(names), **({"seed": seed.hex()} if seed else {})}
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")
        fresh.replace(self.table_path)

    def background(self) -> BackgroundTasks:
        """What was kept beside the record; BadLog when something else lies there."""
        try:
            kept = json.loads(self.table_path.read_text(encoding="utf-8"))
            names = tuple(None if name is None else str(name) for name in kept["bots"])
            return BackgroundTasks(bytes.fromhex(kept["seed"]) if "seed" in kept else None, names)
        except FileNotFoundError:
            return BackgroundTasks(self._old_seed())
        except (ValueError, TypeError, KeyError):
            raise BadLog("ui.log.beside", file=str(self.table_path)) from None

    def _old_seed(self) -> bytes | None:
        with contextlib.suppress(OSError, ValueError):
            return bytes.fromhex(self.seed_path.read_text(encoding="ascii"))
        return None

    def forget_old_seed(self) -> None:
        if self.seed_path.is_file():
            self.seed_path.unlink()


def background(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def log_at(path: Path) -> Log:
    """The log of a path that can be one: a plain file, or nothing yet."""
    if path.is_symlink():
        path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "", str(path))
    if path.exists() and not path.is_file():
        raise BadLog("ui.log.special", file=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    return Log(path)


@contextlib.contextmanager
def hold(log: Log) -> Iterator[None]:
    """Nobody else writes this log meanwhile. The system lets go when a program dies, so no lock is stale."""
    path = background(log.path, ".lock")
    number = _locked(path)
    while not _is_at(number, path):  # its last holder took the file away in between
        os.close(number)
        number = _locked(path)
    try:
        os.ftruncate(number, 0)
        os.write(number, f"{os.getpid()}\n".encode())
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(number)


def _locked(path: Path) -> int:
    number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(number, 20).decode("ascii", "replace").strip()
        os.close(number)
        raise BadLog("ui.log.held", file=str(path.with_suffix("")), pid=holder or "?") from None
    return number


def _is_at(number: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False
