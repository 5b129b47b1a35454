"""Files that commands write: whole or not at all, and refused before the work if they cannot be written."""

import errno
import os
import sys
from pathlib import Path

from tilefolk.cli.messages import stop_file
from tilefolk.locale import Texts


def check_writable(said: Texts, file: Path | None, folder: Path | None) -> None:
    """Before the work: whatever is to be written can be written."""
    try:
        for place in filter(None, (folder, file and file.parent)):
            place.mkdir(parents=True, exist_ok=True)
            if not os.access(place, os.W_OK) and (place == folder or not _direct(file or place)):
                raise PermissionError(errno.EACCES, "", str(place))
        if file and file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "", str(file))
        if file and file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "", str(file))
    except OSError as error:
        stop_file(said, "cli.cannot_write", str(error.filename), error)


def write_whole(path: Path, data: bytes) -> None:
    """A file is there whole or not at all; what is no plain file is written to as it is."""
    if _is_standard_output(path):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    if _direct(path):
        path.write_bytes(data)
        return
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _direct(path: Path) -> bool:
    """Whether a path leads to a device, a pipe, or elsewhere."""
    return path.is_symlink() or (path.exists() and not path.is_file())


def _is_standard_output(path: Path) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False
