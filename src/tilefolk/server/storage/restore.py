"""Restoring a backup: all of it or nothing, and only where no row would be lost."""

import json
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Integer, LargeBinary, Table, delete, func, insert, select, text
from sqlalchemy.exc import OperationalError

from tilefolk.server.storage.backup import (
    ROWS_PER_BATCH,
    TABLES_LEFT_OUT,
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

LOCK_NOT_AVAILABLE = "55P03"  # SQLSTATE
LOCK_WAIT_SECONDS = 3  # PostgreSQL may take so long to notice that a node is gone
REPLACEABLE_TABLES = ("settings", "clock")  # a server writes them into an empty database by itself


def check_restorable(file: Path) -> BackupHeader:
    """Check a backup before anything is changed. Raises BadBackup, OSError."""
    header = check_backup(file)
    if header.schema not in known_revisions():
        raise BadBackup("operator.backup.newer_schema", file=str(file), schema=header.schema)
    return header


def restore_backup(engine: Engine, file: Path, header: BackupHeader) -> dict[str, int]:
    """Fill the database from a backup and return the number of rows by table.

    Raises BadBackup, BadDatabase, OSError.
    """
    with schema_transaction(engine) as connection:
        _lock_out_nodes(connection)
        if lost := _count_lost_rows(connection, file):
            raise BadBackup("operator.backup.not_empty", rows=str(lost))
        _drop_tables(connection)
        upgrade_schema(connection, header.schema)
        counts = _insert_all(connection, file)
        upgrade_schema(connection)
    return counts


def _lock_out_nodes(connection: Connection) -> None:
    """Make sure that no PostgreSQL node is up or starts meanwhile. The caller has locked an SQLite file."""
    if is_postgres(connection.engine.url):
        connection.execute(text(f"set local lock_timeout = '{LOCK_WAIT_SECONDS}s'"))
        try:
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": SERVING_LOCK})
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            raise BadBackup("operator.backup.served") from error
        connection.execute(text("set local lock_timeout = default"))


def _count_lost_rows(connection: Connection, file: Path) -> int:
    """Count the stored rows that the backup does not have."""
    tables = stored_tables(connection)
    stored = {_row_key(table.name, row) for table in tables for row in _rows_by_column(connection, table)}
    if all(name in REPLACEABLE_TABLES for name, _ in stored):
        return 0
    for name, row in read_rows(file):
        stored.discard(_row_key(name, row))
    return sum(name not in REPLACEABLE_TABLES for name, _ in stored)


def _rows_by_column(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(zip(table.c.keys(), row, strict=True)) for row in table_rows(connection, table)]


def _row_key(table: str, row: dict[str, Any]) -> tuple[str, str]:
    return table, json.dumps(row, sort_keys=True, default=bytes.hex)


def _drop_tables(connection: Connection) -> None:
    for name in TABLES_LEFT_OUT:
        connection.execute(text(f"drop table if exists {name}"))
    for table in reversed(stored_tables(connection)):
        table.drop(connection)


def _insert_all(connection: Connection, file: Path) -> dict[str, int]:
    tables = {table.name: table for table in stored_tables(connection)}
    for table in reversed(tables.values()):  # a migration may have inserted rows
        connection.execute(delete(table))
    counts = dict.fromkeys(tables, 0)
    for name, rows in groupby(read_rows(file), lambda named_row: named_row[0]):
        while batch := [row for _, row in islice(rows, ROWS_PER_BATCH)]:
            connection.execute(insert(tables[name]), [_decode_row(tables[name], row) for row in batch])
            counts[name] += len(batch)
    if is_postgres(connection.engine.url):
        for table in tables.values():
            _continue_sequences(connection, table)
    return counts


def _continue_sequences(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows behind the restored ones."""
    for column in table.primary_key:
        if isinstance(column.type, Integer):
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, func.max(column))))


def _decode_row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Turn hex back into bytes; JSON has everything else as it is."""
    return {
        column: bytes.fromhex(value) if value is not None and _is_bytes(table, column) else value
        for column, value in row.items()
    }


def _is_bytes(table: Table, column: str) -> bool:
    return isinstance(table.c[column].type, LargeBinary)
