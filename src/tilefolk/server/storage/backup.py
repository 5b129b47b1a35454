"""A backup: everything in the database as it was in one moment, in one compressed file of JSON lines.

First a line with format and versions; then for every table its columns and its rows; last, how many rows
there are and the SHA-256 of all lines before. The file suits any database that Tilefolk can stand on.
"""

import contextlib
import gzip
import hashlib
import json
import os
import secrets
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, MetaData, Table, select

from tilefolk import __version__
from tilefolk.core.errors import ReportedError
from tilefolk.server.storage.engine import schema_revision, snapshot
from tilefolk.server.storage.file_modes import open_private

FORMAT = "tilefolk-backup 1"
LEFT_OUT = ("alembic_version", "presence", "here", "nodes")  # only how things are just now; `here` before 0.2
ROWS_PER_BATCH = 1000  # rows


class BadBackup(ReportedError):
    """A backup cannot be written, read or restored."""


class BackupHeader(NamedTuple):
    """The first line of a backup."""

    format: str
    version: str
    schema: str
    made: float


def write_backup(engine: Engine, file: Path) -> dict[str, int]:
    """Write the file whole or not at all; how many rows of each table are in it."""
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with snapshot(engine) as connection, open(part, "xb", opener=open_private) as raw:
            with gzip.GzipFile("", "wb", fileobj=raw) as packed:
                rows = _write_all(connection, Writer(packed))
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return rows


class Writer:
    """Lines of JSON, and the digest of what was written."""

    def __init__(self, packed: gzip.GzipFile) -> None:
        self._packed, self._digest = packed, hashlib.sha256()

    def line(self, value: object) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=bytes.hex)
        line = text.encode() + b"\n"
        self._digest.update(line)
        self._packed.write(line)

    def digest(self) -> str:
        return self._digest.hexdigest()


def _write_all(connection: Connection, out: Writer) -> dict[str, int]:
    schema = schema_revision(connection)
    if schema is None:
        raise BadBackup("operator.backup.nothing")
    out.line(BackupHeader(FORMAT, __version__, schema, time.time())._asdict())
    counts = {}
    for table in stored_tables(connection):
        out.line({"table": table.name, "columns": table.c.keys()})
        counts[table.name] = 0
        for row in table_rows(connection, table):
            out.line(row)
            counts[table.name] += 1
    out.line({"rows": counts, "sha256": out.digest()})
    return counts


def stored_tables(connection: Connection) -> list[Table]:
    """The tables as the database has them, whatever its version; none before those they point to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name not in LEFT_OUT]


def table_rows(connection: Connection, table: Table) -> Iterator[list[Any]]:
    """What was made first comes first: it may be pointed to."""
    first = [table.c.created] if "created" in table.c else []
    query = select(table).order_by(*first, *table.primary_key).execution_options(yield_per=ROWS_PER_BATCH)
    for row in connection.execute(query):
        yield list(row)


def check_backup(file: Path) -> BackupHeader:
    """Look whether a file is a whole backup that we can read. Raises BadBackup, OSError."""
    digest, counts, rows, head = hashlib.sha256(), dict[str, int](), "", None
    for line in _lines(file):
        value = _parsed(line, file)
        if head is None:
            head = _head(value, file)
        elif isinstance(value, list):
            counts[rows] += 1
        elif "table" in value:
            rows = value["table"]
            counts[rows] = 0
        elif value == {"rows": counts, "sha256": digest.hexdigest()}:
            return head
        digest.update(line)
    raise BadBackup("operator.backup.damaged", file=str(file))


def read_rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of a whole backup with the name of its table."""
    name, columns = "", list[str]()
    for line in _lines(file):
        value = json.loads(line)
        if isinstance(value, list):
            yield name, dict(zip(columns, value, strict=True))
        elif "table" in value:
            name, columns = value["table"], value["columns"]


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) as packed:
            yield from packed
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadBackup("operator.backup.damaged", file=str(file)) from error


def _parsed(line: bytes, file: Path) -> Any:
    with contextlib.suppress(ValueError):
        value = json.loads(line)
        if isinstance(value, dict | list):
            return value
    raise BadBackup("operator.backup.damaged", file=str(file))


def _head(value: Any, file: Path) -> BackupHeader:
    known, _, number = FORMAT.rpartition(" ")
    named, _, given = str(value.get("format") if isinstance(value, dict) else "").rpartition(" ")
    if named != known or not given.isdigit():
        raise BadBackup("operator.backup.damaged", file=str(file))
    if int(given) > int(number):
        raise BadBackup("operator.backup.newer", file=str(file), version=str(value.get("version")))
    return BackupHeader(**{part: value[part] for part in BackupHeader._fields})
