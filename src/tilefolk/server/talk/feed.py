"""The talk of the tables that people on this node are connected to: storing, caching, handing it on."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

from tilefolk.server.errors import Unavailable
from tilefolk.server.messages import React, Say
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.entries import (
    REACTION,
    TEXT,
    NewEntry,
    TalkEntry,
    TalkHead,
    TalkRefused,
    clean_text,
    newest_entries,
    remove_entry,
    store_entry,
    talk_heads,
)

NO_TALK = TalkHead(0, 0)


class TalkListener(Protocol):
    """A connection to a table."""

    def talk_changed(self) -> None: ...


class CachedTalk(NamedTuple):
    """The newest entries of a table, and the head they were read at."""

    head: TalkHead
    entries: tuple[TalkEntry, ...]


class Talk:
    """Caches the talk of tables while somebody listens; polling the heads makes up for lost changes."""

    def __init__(self, store: Store, listeners: Callable[[str], Collection[TalkListener]]) -> None:
        self._store, self._listeners = store, listeners
        self._cache: dict[str, CachedTalk] = {}
        self._reading = (
            asyncio.Lock()
        )  # one read after the other, so that an older one never replaces a newer one

    async def say(self, table_id: str, person: Person, message: Say | React) -> int:
        """Store a message and return its number. Raises TalkRefused, also during an outage."""
        if isinstance(message, Say):
            entry = NewEntry(message.id, TEXT, clean_text(message.text))
        else:
            entry = NewEntry(message.id, REACTION, message.reaction)
        tick = self._store.clock.now()

        def store(connection: Connection) -> int:
            seq = store_entry(connection, table_id, person.id, entry, tick)
            self._store.changes.announce(connection, "talk", table_id)
            return seq

        try:
            seq = await self._store.write(store, table_id)
            await self.refresh(table_id)
        except Unavailable as error:
            raise TalkRefused("talk_later") from error
        return seq

    async def remove(self, table: TableRow, seq: int, by: Person | None) -> bool:
        """Remove an entry and return whether there was one.

        The host and the operator (None) may remove any, others their own.
        """
        author = None if by is None or by.id == table.host else by.id

        def store(connection: Connection) -> bool:
            self._store.changes.announce(connection, "talk", table.id)
            return remove_entry(connection, table.id, seq, author)

        was_removed = await self._store.write(store, table.id)
        await self.refresh(table.id)
        return was_removed

    async def newest(self, table_id: str) -> tuple[TalkEntry, ...]:
        """Return the newest entries of a table, in their order. Raises Unavailable."""
        cached = self._cache.get(table_id) or await self._read(table_id)
        return cached.entries

    async def refresh(self, table_id: str) -> None:
        """Read the talk of a table again, because it or a name in it has changed, and tell the listeners."""
        self._cache.pop(table_id, None)
        if self._listeners(table_id):
            await self._read(table_id)
            for listener in self._listeners(table_id):
                listener.talk_changed()

    def forget(self) -> None:
        """Empty the cache, because somebody has another name."""
        self._cache.clear()

    async def catch_up(self) -> None:
        """Drop the talk nobody listens to; read again what other nodes changed. Raises Unavailable."""
        self._cache = {table: talk for table, talk in self._cache.items() if self._listeners(table)}
        if self._store.shared and self._cache:
            cached = dict(self._cache)
            heads = await self._store.read(lambda connection: talk_heads(connection, [*cached]))
            for table_id, (head, _) in cached.items():
                if heads.get(table_id, NO_TALK) != head:
                    await self.refresh(table_id)

    async def _read(self, table_id: str) -> CachedTalk:
        def read(connection: Connection) -> CachedTalk:
            # The head first: if the entries are newer than it, they are only read once more.
            head = talk_heads(connection, [table_id]).get(table_id, NO_TALK)
            return CachedTalk(head, newest_entries(connection, table_id))

        async with self._reading:
            talk = self._cache[table_id] = await self._store.read(read)
        return talk


def entry_json(entry: TalkEntry, table: TableRow, person: Person) -> dict[str, Any]:
    """Show an entry to a person; only its author gets the receipt."""
    mine = entry.person == person.id
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "what": entry.what,
        "at": entry.at,
        "name": entry.name,
        "seat": next(iter(table.held_by(entry.person)), None),
        "me": mine,
        "id": entry.receipt if mine else None,
    }


class SentTalk:
    """Remembers which entries one connection has been sent."""

    def __init__(self) -> None:
        self._sent: dict[int, dict[str, Any]] | None = None

    def news(self, entries: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
        """Return all entries the first time, later those that are new or have changed; None if none have."""
        sent, self._sent = self._sent, {entry["seq"]: entry for entry in entries}
        if sent is None:
            return entries
        return [entry for entry in entries if sent.get(entry["seq"]) != entry] or None
