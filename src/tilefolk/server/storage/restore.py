"""A backup back into a database: all of it or nothing, and never over anything that is not in it."""

import json
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Integer, LargeBinary, Table, delete, func, insert, select, text
from sqlalchemy.exc import OperationalError

from tilefolk.server.storage.backup import (
    ROWS_PER_BATCH,
    BackupHeader,
    BadBackup,
    check_backup,
    read_rows,
    stored_tables,
    table_rows,
)
from tilefolk.server.storage.engine import (
    SERVING_LOCK,
    is_postgres,
    known_revisions,
    schema_transaction,
    upgrade_schema,
)

LOCKED = "55P03"  # PostgreSQL's word for a lock that was not to be had in time
HANGING_UP = 3  # seconds PostgreSQL may take to notice that a node is gone
BESIDE = ("settings", "clock")  # what a server writes into an empty database


def check_restorable(file: Path) -> BackupHeader:
    """Look through a backup before anything is made or touched. Raises BadBackup, OSError."""
    head = check_backup(file)
    if head.schema not in known_revisions():
        raise BadBackup("operator.backup.newer", file=str(file), version=head.version)
    return head


def restore_backup(engine: Engine, file: Path, head: BackupHeader) -> dict[str, int]:
    """How many rows of each table are restored. Raises BadBackup, BadDatabase, OSError."""
    with schema_transaction(engine) as connection:
        _alone(connection)
        if lost := _lost(connection, file):
            raise BadBackup("operator.backup.not_empty", rows=str(lost))
        _clear(connection)
        upgrade_schema(connection, head.schema)
        counts = _insert_all(connection, file)
        upgrade_schema(connection)
    return counts


def _alone(connection: Connection) -> None:
    """No node may be up, nor come up meanwhile; one that was just stopped may still be hanging up.

    A file is held by whoever calls.
    """
    if is_postgres(connection.engine.url):
        connection.execute(text(f"set local lock_timeout = '{HANGING_UP}s'"))
        try:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": SERVING_LOCK})
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != LOCKED:
                raise
            raise BadBackup("operator.backup.served") from error
        connection.execute(text("set local lock_timeout = default"))


def _lost(connection: Connection, file: Path) -> int:
    """How many rows are here that the backup does not have."""
    tables = stored_tables(connection)
    here = {_key(table.name, row) for table in tables for row in _named(connection, table)}
    if all(name in BESIDE for name, _ in here):
        return 0
    for name, row in read_rows(file):
        here.discard(_key(name, row))
    return sum(name not in BESIDE for name, _ in here)


def _named(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(zip(table.c.keys(), row, strict=True)) for row in table_rows(connection, table)]


def _key(table: str, row: dict[str, Any]) -> tuple[str, str]:
    return table, json.dumps(row, sort_keys=True, default=bytes.hex)


def _clear(connection: Connection) -> None:
    for name in ("presence", "here", "nodes", "alembic_version"):
        connection.execute(text(f"drop table if exists {name}"))
    for table in reversed(stored_tables(connection)):
        table.drop(connection)


def _insert_all(connection: Connection, file: Path) -> dict[str, int]:
    tables = {table.name: table for table in stored_tables(connection)}
    for table in reversed(tables.values()):  # what the schema itself came with
        connection.execute(delete(table))
    counts = dict.fromkeys(tables, 0)
    for name, rows in groupby(read_rows(file), lambda entry: entry[0]):
        while batch := [row for _, row in islice(rows, ROWS_PER_BATCH)]:
            connection.execute(insert(tables[name]), [_typed(tables[name], row) for row in batch])
            counts[name] += len(batch)
    if is_postgres(connection.engine.url):
        for table in tables.values():
            _count_on(connection, table)
    return counts


def _count_on(connection: Connection, table: Table) -> None:
    """Rows that are numbered by the database go on behind those that are here now."""
    for column in table.primary_key:
        if isinstance(column.type, Integer):
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, func.max(column))))


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Bytes are written as hex; all else is what it is in JSON."""
    return {
        column: bytes.fromhex(value) if value is not None and _is_bytes(table, column) else value
        for column, value in row.items()
    }


def _is_bytes(table: Table, column: str) -> bool:
    return isinstance(table.c[column].type, LargeBinary)
