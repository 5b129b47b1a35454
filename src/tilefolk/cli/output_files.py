"""Files that commands write: checked before the work begins, and replaced in one step."""

import errno
import os
import sys
from pathlib import Path

from tilefolk.cli.messages import stop_file
from tilefolk.locale import Texts


def check_writable(texts: Texts, file: Path | None, folder: Path | None) -> None:
    """Stop before the work begins if the file or folder cannot be written."""
    try:
        for place in filter(None, (folder, file and file.parent)):
            place.mkdir(parents=True, exist_ok=True)
            if not os.access(place, os.W_OK) and (place == folder or not _is_special(file or place)):
                raise PermissionError(errno.EACCES, "", str(place))
        if file and file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "", str(file))
        if file and file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "", str(file))
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(error.filename), error)


def write_file(path: Path, data: bytes) -> None:
    """Write a file in one step, so that no reader finds a part; pipes and devices are written to directly."""
    if _is_standard_output(path):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    if _is_special(path):
        path.write_bytes(data)
        return
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _is_special(path: Path) -> bool:
    """Whether a path is a device, a pipe or a link, which must not be replaced by a file."""
    return path.is_symlink() or (path.exists() and not path.is_file())


def _is_standard_output(path: Path) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False
