"""The people connected to tables: sockets of this node, and who is at which table on the others."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Protocol

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tilefolk.server.people import Person
from tilefolk.server.room import Room
from tilefolk.server.schema import here
from tilefolk.server.store import Store


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def table_changed(self) -> None: ...
    def match_changed(self, room: Room) -> None: ...
    def talk_changed(self) -> None: ...
    def dismiss(self) -> None: ...


class Guests:
    """Who listens to which table. What the other nodes have to know is stored as soon as it can be."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._listeners: dict[str, set[Listener]] = {}
        self._stored: set[tuple[str, str]] = set()
        self._storing = asyncio.Lock()

    def at(self, table_id: str) -> set[Listener]:
        return self._listeners.get(table_id, set())

    def tables(self) -> list[str]:
        return list(self._listeners)

    def people_at(self, table_id: str) -> set[str]:
        """Those whose sockets are here."""
        return {listener.person.id for listener in self.at(table_id)}

    def everybody(self) -> set[str]:
        return {person for table_id in self._listeners for person in self.people_at(table_id)}

    def count(self) -> int:
        return sum(map(len, self._listeners.values()))

    def enter(self, table_id: str, listener: Listener) -> None:
        self._listeners.setdefault(table_id, set()).add(listener)

    def leave(self, table_id: str, listener: Listener) -> None:
        self.at(table_id).discard(listener)
        if not self.at(table_id):
            self._listeners.pop(table_id, None)

    async def store(self) -> None:
        """Tell the other nodes who has come and gone since it was last told. Raises Unavailable."""
        if not self._store.shared:
            return
        async with self._storing:
            now = {(table, person) for table in self._listeners for person in self.people_at(table)}
            if now != self._stored:
                came, gone = now - self._stored, self._stored - now
                with contextlib.suppress(IntegrityError):  # struck off the roll: known after the next call
                    await self._store.write(lambda connection: self._change(connection, came, gone))
                    self._stored = now

    def forgotten(self) -> None:
        """The others took us for dead and struck out what we had stored."""
        self._stored = set()

    def _change(
        self, connection: Connection, came: Iterable[tuple[str, str]], gone: Iterable[tuple[str, str]]
    ) -> None:
        node = self._store.hints.node
        for table, person in sorted(gone):
            row = (here.c.node == node) & (here.c.table_id == table) & (here.c.person == person)
            connection.execute(delete(here).where(row))
        rows = [{"node": node, "table_id": table, "person": person} for table, person in sorted(came)]
        if rows:
            connection.execute(insert(here), rows)
        for table in sorted({table for table, _ in (*came, *gone)}):
            self._store.hints.tell(connection, "table", table)


def tables_of_nodes(connection: Connection, nodes: Iterable[str]) -> list[str]:
    """Where these nodes have people."""
    query = select(here.c.table_id).where(here.c.node.in_(nodes)).distinct()
    return list(connection.execute(query).scalars())
