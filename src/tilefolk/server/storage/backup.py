"""Backups: the whole database as it was in one moment, in one compressed file of JSON lines.

The first line holds format and versions. Then every table follows with its columns and its rows. The last
line counts the rows and holds the SHA-256 of all lines before it. Either database can restore the file.
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

from tilefolk.core.errors import ReportedError
from tilefolk.server.storage.engine import known_revision, snapshot
from tilefolk.server.storage.file_modes import open_private
from tilefolk.version import __version__

FORMAT = "tilefolk-backup 1"
# The schema has its own line; who is connected right now is not worth keeping (`here`: before 0.2). A seed
# for a match to come must not come back: that match may have been played, and its seed revealed, since.
TABLES_LEFT_OUT = ("alembic_version", "presence", "here", "nodes", "commitments", "next_seals")
ROWS_PER_BATCH = 1000


class BadBackup(ReportedError):
    """A backup cannot be written, read or restored."""


class BackupHeader(NamedTuple):
    """The first line of a backup."""

    format: str
    version: str
    schema: str
    made: float


def write_backup(engine: Engine, file: Path) -> dict[str, int]:
    """Write a backup whole or not at all, and return the number of rows by table.

    Raises BadBackup, BadDatabase, OSError.
    """
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with snapshot(engine) as connection, open(part, "xb", opener=open_private) as raw:
            with gzip.GzipFile("", "wb", fileobj=raw) as packed:
                rows = _write_all(connection, LineWriter(packed))
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return rows


class LineWriter:
    """Writes JSON lines and keeps the digest of everything written."""

    def __init__(self, packed: gzip.GzipFile) -> None:
        self._packed, self._digest = packed, hashlib.sha256()

    def write(self, value: object) -> None:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=bytes.hex)
        line = text.encode() + b"\n"
        self._digest.update(line)
        self._packed.write(line)

    def digest(self) -> str:
        return self._digest.hexdigest()


def _write_all(connection: Connection, out: LineWriter) -> dict[str, int]:
    schema = known_revision(connection)
    if schema is None:
        raise BadBackup("operator.backup.nothing")
    out.write(BackupHeader(FORMAT, __version__, schema, time.time())._asdict())
    counts = {}
    for table in stored_tables(connection):
        out.write({"table": table.name, "columns": table.c.keys()})
        counts[table.name] = 0
        for row in table_rows(connection, table):
            out.write(row)
            counts[table.name] += 1
    out.write({"rows": counts, "sha256": out.digest()})
    return counts


def stored_tables(connection: Connection) -> list[Table]:
    """Reflect the tables of the database, whatever its version; each after those it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name not in TABLES_LEFT_OUT]


def table_rows(connection: Connection, table: Table) -> Iterator[list[Any]]:
    """Read all rows of a table, the oldest first: later ones may refer to them."""
    age = [table.c.created] if "created" in table.c else []
    query = select(table).order_by(*age, *table.primary_key).execution_options(yield_per=ROWS_PER_BATCH)
    for row in connection.execute(query):
        yield list(row)


def check_backup(file: Path) -> BackupHeader:
    """Read a file through to see that it is a whole backup. Raises BadBackup, OSError."""
    digest, counts, table, header = hashlib.sha256(), dict[str, int](), "", None
    for line in _lines(file):
        value = _parse_line(line, file)
        if header is None:
            header = _read_header(value, file)
        elif isinstance(value, list):
            counts[table] += 1
        elif "table" in value:
            table = value["table"]
            counts[table] = 0
        elif value == {"rows": counts, "sha256": digest.hexdigest()}:
            return header
        digest.update(line)
    raise BadBackup("operator.backup.damaged", file=str(file))


def read_rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read every row of a whole backup, with the name of its table."""
    table, columns = "", list[str]()
    for line in _lines(file):
        value = json.loads(line)
        if isinstance(value, list):
            yield table, dict(zip(columns, value, strict=True))
        elif "table" in value:
            table, columns = value["table"], value["columns"]


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) as packed:
            yield from packed
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadBackup("operator.backup.damaged", file=str(file)) from error


def _parse_line(line: bytes, file: Path) -> Any:
    with contextlib.suppress(ValueError):
        value = json.loads(line)
        if isinstance(value, dict | list):
            return value
    raise BadBackup("operator.backup.damaged", file=str(file))


def _read_header(value: Any, file: Path) -> BackupHeader:
    our_name, _, our_number = FORMAT.rpartition(" ")
    name, _, number = str(value.get("format") if isinstance(value, dict) else "").rpartition(" ")
    if name != our_name or not number.isdigit():
        raise BadBackup("operator.backup.damaged", file=str(file))
    if int(number) > int(our_number):
        raise BadBackup("operator.backup.newer", file=str(file), version=str(value.get("version")))
    return BackupHeader(**{field: value[field] for field in BackupHeader._fields})
