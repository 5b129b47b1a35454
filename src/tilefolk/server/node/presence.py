"""The people connected to tables: sockets of this node, and who is at which table on the others."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Protocol

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import presence
from tilefolk.server.storage.store import Store


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def table_changed(self) -> None: ...
    def match_changed(self, live: LiveMatch) -> None: ...
    def talk_changed(self) -> None: ...
    def outage(self, lasts: bool) -> None: ...
    def dismiss(self) -> None: ...


LINGER = 2.0  # seconds in which somebody may come back without having been away


class Presence:
    """Who listens to which table; `changed` is told of a table where somebody came or is gone.

    What the other nodes have to know is stored as soon as it can be.
    """

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        self._store, self._changed = store, changed
        self._listeners: dict[str, set[Listener]] = {}
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._stored: set[tuple[str, str]] = set()
        self._storing = asyncio.Lock()

    def at(self, table_id: str) -> set[Listener]:
        return self._listeners.get(table_id, set())

    def all(self) -> list[Listener]:
        return [listener for listening in self._listeners.values() for listener in listening]

    def tables(self) -> list[str]:
        return list(self._listeners)

    def people_at(self, table_id: str) -> set[str]:
        """Those whose sockets are here, or were a moment ago."""
        leaving = {person for table, person in self._leaving if table == table_id}
        return {listener.person.id for listener in self.at(table_id)} | leaving

    def everybody(self) -> set[str]:
        return {person for _, person in self._pairs()}

    def _pairs(self) -> set[tuple[str, str]]:
        there = {(table, one.person.id) for table, listening in self._listeners.items() for one in listening}
        return there | self._leaving.keys()

    def count(self) -> int:
        return len(self.all())

    def enter(self, table_id: str, listener: Listener) -> None:
        was_there = listener.person.id in self.people_at(table_id)
        self._listeners.setdefault(table_id, set()).add(listener)
        if leaving := self._leaving.pop((table_id, listener.person.id), None):
            leaving.cancel()
        if not was_there:
            self._changed(table_id)

    def leave(self, table_id: str, listener: Listener) -> None:
        if listener not in self.at(table_id):
            return  # gone before they had come in
        self.at(table_id).discard(listener)
        if not self.at(table_id):
            self._listeners.pop(table_id, None)
        person = listener.person.id
        if person not in self.people_at(table_id):
            later = asyncio.get_running_loop().call_later(LINGER, self._gone, table_id, person)
            self._leaving[table_id, person] = later

    def _gone(self, table_id: str, person: str) -> None:
        del self._leaving[table_id, person]
        self._changed(table_id)

    def close(self) -> None:
        for leaving in self._leaving.values():
            leaving.cancel()

    async def store(self) -> None:
        """Tell the other nodes who has come and gone since it was last told. Raises Unavailable."""
        if not self._store.shared:
            return
        async with self._storing:
            now = self._pairs()
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
        node = self._store.changes.node
        for table, person in sorted(gone):
            row = (presence.c.node == node) & (presence.c.table_id == table) & (presence.c.person == person)
            connection.execute(delete(presence).where(row))
        rows = [{"node": node, "table_id": table, "person": person} for table, person in sorted(came)]
        if rows:
            connection.execute(insert(presence), rows)
        for table in sorted({table for table, _ in (*came, *gone)}):
            self._store.changes.announce(connection, "here", table)


def tables_of_nodes(connection: Connection, nodes: Iterable[str]) -> list[str]:
    """Where these nodes have people."""
    query = select(presence.c.table_id).where(presence.c.node.in_(nodes)).distinct()
    return list(connection.execute(query).scalars())
