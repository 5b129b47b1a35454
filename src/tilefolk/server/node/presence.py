"""Presence: the sockets connected to each table on this node, stored so that other nodes know them too."""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import Protocol

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.people.identity import Credential, Person
from tilefolk.server.storage.schema import presence
from tilefolk.server.storage.store import Store

RECONNECT_SECONDS = 2.0  # somebody who comes back within this time was never away


class Listener(Protocol):
    """A connection to a table."""

    person: Person

    def table_changed(self) -> None: ...
    def match_changed(self, live: LiveMatch) -> None: ...
    def shows(self, live: LiveMatch) -> bool: ...
    def talk_changed(self) -> None: ...
    def outage(self, is_out: bool) -> None: ...
    def disconnect(self) -> None: ...


class Presence:
    """The listeners of each table. Callback `changed`: somebody came to a table or left it."""

    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        self._store, self._changed = store, changed
        self._listeners: dict[str, set[Listener]] = {}
        self._leaving: dict[str, dict[str, asyncio.TimerHandle]] = {}  # by table, then by person
        self._stored: set[tuple[str, str]] = set()
        self._storing = asyncio.Lock()

    def at(self, table_id: str) -> set[Listener]:
        return self._listeners.get(table_id, set())

    def all(self) -> list[Listener]:
        return [listener for listeners in self._listeners.values() for listener in listeners]

    def tables(self) -> list[str]:
        return list(self._listeners)

    def tables_of(self, person: str) -> set[str]:
        """The tables to which a person is connected here, or was RECONNECT_SECONDS ago."""
        return {table for table, one in self._pairs() if one == person}

    def people_at(self, table_id: str) -> set[str]:
        """The people with a socket here, or who had one RECONNECT_SECONDS ago."""
        connected = {listener.person.id for listener in self.at(table_id)}
        return connected | self._leaving.get(table_id, {}).keys()

    def everybody(self) -> set[str]:
        return {person for _, person in self._pairs()}

    def credentials(self) -> set[Credential]:
        """What the people with a socket here came in by."""
        return {listener.person.credential for listener in self.all()}

    def _pairs(self) -> set[tuple[str, str]]:
        """Tables and the people at them."""
        connected = {(table, one.person.id) for table, each in self._listeners.items() for one in each}
        return connected | {(table, person) for table, people in self._leaving.items() for person in people}

    def count(self) -> int:
        return len(self.all())

    def enter(self, table_id: str, listener: Listener) -> None:
        was_there = listener.person.id in self.people_at(table_id)
        self._listeners.setdefault(table_id, set()).add(listener)
        if leaving := self._take_leaving(table_id, listener.person.id):
            leaving.cancel()
        if not was_there:
            self._changed(table_id)

    def leave(self, table_id: str, listener: Listener) -> None:
        if listener not in self.at(table_id):
            return  # the connection ended before it had entered
        self.at(table_id).discard(listener)
        if not self.at(table_id):
            self._listeners.pop(table_id, None)
        person = listener.person.id
        if person not in self.people_at(table_id):
            timer = asyncio.get_running_loop().call_later(RECONNECT_SECONDS, self._left, table_id, person)
            self._leaving.setdefault(table_id, {})[person] = timer

    def _left(self, table_id: str, person: str) -> None:
        self._take_leaving(table_id, person)
        self._changed(table_id)

    def _take_leaving(self, table_id: str, person: str) -> asyncio.TimerHandle | None:
        """Forget that somebody is about to have left; the timer that would tell it."""
        people = self._leaving.get(table_id, {})
        timer = people.pop(person, None)
        if not people:
            self._leaving.pop(table_id, None)
        return timer

    def close(self) -> None:
        for people in self._leaving.values():
            for timer in people.values():
                timer.cancel()

    async def store(self) -> None:
        """Write who came and who left since the last time. Raises Unavailable."""
        if not self._store.shared:
            return
        async with self._storing:
            now = self._pairs()
            if now != self._stored:
                came, left = now - self._stored, self._stored - now
                with contextlib.suppress(IntegrityError):  # our node was removed: the next beat tells us
                    await self._store.write(lambda connection: self._write(connection, came, left))
                    self._stored = now

    def forget_stored(self) -> None:
        """Other nodes took this one for dead and deleted what it had stored."""
        self._stored = set()

    def _write(
        self, connection: Connection, came: Iterable[tuple[str, str]], left: Iterable[tuple[str, str]]
    ) -> None:
        node = self._store.changes.node_id
        for table, person in sorted(left):
            row = (presence.c.node == node) & (presence.c.table_id == table) & (presence.c.person == person)
            connection.execute(delete(presence).where(row))
        rows = [{"node": node, "table_id": table, "person": person} for table, person in sorted(came)]
        if rows:
            connection.execute(insert(presence), rows)
        for table in sorted({table for table, _ in (*came, *left)}):
            self._store.changes.announce(connection, "presence", table)


def tables_of_nodes(connection: Connection, nodes: Iterable[str]) -> list[str]:
    """The tables at which these nodes have people."""
    query = select(presence.c.table_id).where(presence.c.node.in_(nodes)).distinct()
    return list(connection.execute(query).scalars())
