"""The talk of the tables that somebody here is connected to: said, heard from other nodes, handed on."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

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
    clean_text,
    newest_entries,
    remove_entry,
    store_entry,
    talk_heads,
)

NO_TALK = TalkHead(0, 0)


class TalkListener(Protocol):
    def talk_changed(self) -> None: ...


class CachedTalk(NamedTuple):
    """What a node knows of a table's talk, and how far that goes."""

    head: TalkHead
    entries: tuple[TalkEntry, ...]


class Talk:
    """Kept only while somebody listens; a lost hint is made good by looking at the heads."""

    def __init__(self, store: Store, listeners: Callable[[str], Collection[TalkListener]]) -> None:
        self._store, self._listeners = store, listeners
        self._known: dict[str, CachedTalk] = {}
        self._reading = asyncio.Lock()  # what is read later is newer

    async def say(self, table_id: str, person: Person, message: Say | React) -> int:
        """Its place in the order, once it is stored. Raises Unsaid, Unavailable."""
        if isinstance(message, Say):
            saying = NewEntry(message.id, TEXT, clean_text(message.text))
        else:
            saying = NewEntry(message.id, REACTION, message.reaction)
        tick = self._store.clock.now()

        def store(connection: Connection) -> int:
            seq = store_entry(connection, table_id, person.id, saying, tick)
            self._store.changes.announce(connection, "talk", table_id)
            return seq

        seq = await self._store.write(store, table_id)
        await self.refresh(table_id)
        return seq

    async def remove(self, table: TableRow, seq: int, by: Person | None) -> bool:
        """Whether it was there, and theirs to remove: everything is the host's and the operator's (None)."""
        author = None if by is None or by.id == table.host else by.id

        def store(connection: Connection) -> bool:
            self._store.changes.announce(connection, "talk", table.id)
            return remove_entry(connection, table.id, seq, author)

        gone = await self._store.write(store, table.id)
        await self.refresh(table.id)
        return gone

    async def newest(self, table_id: str) -> tuple[TalkEntry, ...]:
        known = self._known.get(table_id) or await self._read(table_id)
        return known.entries

    async def refresh(self, table_id: str) -> None:
        """The talk of a table has changed, or the names in it."""
        self._known.pop(table_id, None)
        if self._listeners(table_id):
            await self._read(table_id)
            for ears in self._listeners(table_id):
                ears.talk_changed()

    def forget(self) -> None:
        """Somebody has another name: read anew what is next asked for."""
        self._known.clear()

    async def catch_up(self) -> None:
        """Drop what nobody listens to; see what other nodes have written."""
        self._known = {table: known for table, known in self._known.items() if self._listeners(table)}
        if self._store.shared and self._known:
            known = dict(self._known)
            now = await self._store.read(lambda connection: talk_heads(connection, [*known]))
            for table_id, (head, _) in known.items():
                if now.get(table_id, NO_TALK) != head:
                    await self.refresh(table_id)

    async def _read(self, table_id: str) -> CachedTalk:
        def read(connection: Connection) -> CachedTalk:
            head = talk_heads(connection, [table_id]).get(
                table_id, NO_TALK
            )  # first: rather too old than too new
            return CachedTalk(head, newest_entries(connection, table_id))

        async with self._reading:
            known = self._known[table_id] = await self._store.read(read)
        return known


def entry_json(entry: TalkEntry, table: TableRow, person: Person) -> dict[str, Any]:
    """An entry as this person sees it; its receipt is for whoever said it."""
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
    """The entries of a talk as one connection was sent them."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, Any]] | None = None

    def news(self, entries: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
        """At first all of them, then what is new or not as it was sent; None where nothing is."""
        known, self._known = self._known, {entry["seq"]: entry for entry in entries}
        if known is None:
            return entries
        return [entry for entry in entries if known.get(entry["seq"]) != entry] or None
