"""Restarts in the database: what somebody asks for, and who has agreed."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from tilefolk.server.storage.schema import restart_agreements, restarts
from tilefolk.server.storage.statements import ByIds
from tilefolk.server.tables.table import Restart

RESTARTS = ByIds(restarts.c.table_id, lambda among: select(restarts).where(among))
AGREEMENTS = ByIds(restart_agreements.c.table_id, lambda among: select(restart_agreements).where(among))


def load_restarts(connection: Connection, ids: Sequence[str]) -> dict[str, Restart]:
    found = RESTARTS.execute(connection, ids).all()
    if not found:
        return {}
    agreed: dict[str, set[str]] = defaultdict(set)
    for table_id, person in AGREEMENTS.execute(connection, ids):
        agreed[table_id].add(person)
    return {
        table_id: Restart(after, person, frozenset(agreed[table_id])) for table_id, after, person in found
    }


def ask(connection: Connection, table_id: str, after: int, person: str) -> None:
    """Store what somebody asks for; they agree to it. The caller has locked the table."""
    connection.execute(insert(restarts).values(table_id=table_id, after=after, person=person))
    agree(connection, table_id, person)


def agree(connection: Connection, table_id: str, person: str) -> None:
    connection.execute(insert(restart_agreements).values(table_id=table_id, person=person))


def forget(connection: Connection, table_id: str) -> None:
    """Nobody asks any longer."""
    connection.execute(delete(restart_agreements).where(restart_agreements.c.table_id == table_id))
    connection.execute(delete(restarts).where(restarts.c.table_id == table_id))
