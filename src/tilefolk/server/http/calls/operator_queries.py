"""What an operator sees: the site in figures, its tables and their talk, its people."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, literal, or_, select, text

from tilefolk.server.node.heartbeat import nodes_up
from tilefolk.server.storage.engine import is_postgres, schema_revision
from tilefolk.server.storage.schema import lines, matches, people, seats, tables
from tilefolk.server.tables.loading import load_tables
from tilefolk.server.tables.queries import record_length
from tilefolk.server.tables.table import Seat, TableRow
from tilefolk.server.talk.entries import TalkEntry
from tilefolk.twin.core import foreseen
from tilefolk.version import __version__

MAX_ROWS = 100  # rows of a list
MAX_COUNTED = 20_000  # rows that are counted one by one


def site_figures(connection: Connection, data: Path) -> dict[str, Any]:
    """Versions, sizes, nodes, and how much there is."""
    disk = shutil.disk_usage(data)
    is_running = select(func.count()).select_from(matches).where(~matches.c.over)
    running = int(connection.execute(is_running).scalar_one())
    return {
        "version": __version__,
        "kernels": foreseen()._asdict(),
        "database": {
            "kind": connection.dialect.name,
            "schema": schema_revision(connection),
            "bytes": database_bytes(connection),
        },
        "disk": {"free": disk.free, "total": disk.total},
        "nodes": nodes_up(connection),
        "people": _count(connection, people),
        "tables": _count(connection, tables),
        "running": running,
        "over": max(0, _count(connection, matches) - running),
        "lines": _count(connection, lines),
    }


def database_bytes(connection: Connection) -> int:
    size = "select page_count * page_size from pragma_page_count, pragma_page_size"
    if is_postgres(connection.engine.url):
        size = "select pg_database_size(current_database())"
    return int(connection.execute(text(size)).scalar_one())


def _count(connection: Connection, table: Table) -> int:
    """Count the rows of a table; of a large one, estimate them, because counting takes seconds."""
    some = select(literal(1)).select_from(table).limit(MAX_COUNTED).subquery()
    counted = int(connection.execute(select(func.count()).select_from(some)).scalar_one())
    return counted if counted < MAX_COUNTED else max(counted, _estimate(connection, table))


def _estimate(connection: Connection, table: Table) -> int:
    """PostgreSQL's statistics, or the newest row's number in SQLite: rows are hardly ever deleted."""
    size = f"select max(rowid) from {table.name}"
    if is_postgres(connection.engine.url):
        size = f"select reltuples::bigint from pg_class where oid = '{table.name}'::regclass"
    return int(connection.execute(text(size)).scalar_one() or 0)


def find_tables(connection: Connection, words: str) -> list[dict[str, Any]]:
    """Tables by id, name, or the name of somebody there; without words the newest."""
    query = select(tables.c.id).order_by(tables.c.touched.desc()).limit(MAX_ROWS)
    if words:
        sits = select(seats.c.table_id).join(people, seats.c.person == people.c.id)
        there = sits.where(people.c.name.icontains(words, autoescape=True))
        named = tables.c.name.icontains(words, autoescape=True)
        query = query.where(or_(tables.c.id == words, named, tables.c.id.in_(there)))
    found = load_tables(connection, list(connection.execute(query).scalars()))
    moved = _last_line_times(connection, [table.match for table in found if table.match])
    shown = [operator_table_json(table, moved.get(table.match or "", 0.0)) for table in found]
    return sorted(shown, key=lambda table: -float(table["touched"]))


def _last_line_times(connection: Connection, match_ids: Sequence[str]) -> dict[str, float]:
    """When the newest line of each match came."""
    last = (lines.c.match_id == matches.c.id) & (lines.c.seq == record_length())
    query = select(matches.c.id, lines.c.at).join_from(matches, lines, last)
    found = connection.execute(query.where(matches.c.id.in_(match_ids)))
    return dict(found.all())


def operator_table_json(table: TableRow, moved: float = 0.0) -> dict[str, Any]:
    """A table, and when it last changed: moves count as well."""
    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "created": table.created,
        "touched": max(table.touched, moved),
        "listed": table.listed,
        "closed": table.closed,
        "unreadable": table.unreadable,
        "seats": [_seat(table, seat) for seat in table.seats],
        "match": table.match and {"id": table.match, "number": table.number, "over": table.over},
    }


def _seat(table: TableRow, seat: Seat) -> dict[str, Any]:
    name = table.names.get(seat.person) if seat.person else None
    return {"person": seat.person, "name": name, "bot": seat.played_by_bot}


def entry_json(entry: TalkEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "person": entry.person,
        "name": entry.name,
        "kind": entry.kind,
        "what": entry.what,
        "at": entry.at,
    }


def find_people(connection: Connection, words: str) -> list[dict[str, Any]]:
    """People by id or name; without words the newest."""
    sits = select(func.count(seats.c.table_id.distinct())).where(seats.c.person == people.c.id)
    shown = (people.c.id, people.c.name, people.c.language, people.c.created)
    counted = select(*shown, sits.scalar_subquery().label("tables"))
    query = counted.order_by(people.c.created.desc()).limit(MAX_ROWS)
    if words:
        query = query.where(or_(people.c.id == words, people.c.name.icontains(words, autoescape=True)))
    return [dict(row) for row in connection.execute(query).mappings()]
