"""The half of a node that knows tables: those in memory, who is connected to them, their talk."""

import contextlib

from tilefolk.defaults import STAND_IN_GRACE_SECONDS
from tilefolk.server.errors import Unavailable
from tilefolk.server.node.away import AwayTimes
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.failures import Failures
from tilefolk.server.node.next_round import NextRound
from tilefolk.server.node.presence import Presence
from tilefolk.server.people.cache import PeopleCache
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.envelopes import known_chapters
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.feed import Talk


class NodeTables:
    """Tables as this node knows them."""

    def __init__(self, store: Store, stand_in_grace_seconds: float = STAND_IN_GRACE_SECONDS) -> None:
        self.store = store
        self.background, self.failures, self.next_round = BackgroundTasks(), Failures(), NextRound()
        self.table_cache, self.people_cache = TableCache(store, self._table_cached), PeopleCache(store)
        self.presence = Presence(store, self._presence_changed)
        self.away = AwayTimes(lambda: store.clock, self.notify_table, stand_in_grace_seconds)
        self.talk = Talk(store, self.presence.at)

    async def table(self, table_id: str) -> TableRow | None:
        return await self.table_cache.get(table_id)

    async def table_now(self, table_id: str) -> TableRow | None:
        """The table as stored now, for whoever changes it: another node may just have changed it."""
        if self.store.shared:
            self.table_cache.invalidate(table_id)
        return await self.table_cache.get(table_id)

    def notify_table(self, table_id: str) -> None:
        for listener in self.presence.at(table_id):
            listener.table_changed()

    async def known_chapters(self, person: str) -> dict[str, int]:
        """How many chapters of each sealed campaign a person may know, by the tables they are at or watch."""
        watched = self.presence.tables_of(person)
        return await self.store.read(lambda connection: known_chapters(connection, person, watched))

    def invalidate_all(self) -> None:
        self.people_cache.invalidate()
        self.table_cache.invalidate()
        self.talk.forget()

    def people_at(self, table: TableRow) -> set[str]:
        """The people connected to a table, on whatever node."""
        elsewhere = {person for node, person in table.presence if node != self.store.changes.node_id}
        return self.presence.people_at(table.id) | elsewhere

    def long_away(self, table: TableRow) -> set[str]:
        """The people of a table who have been away for so long that others may call a stand-in."""
        return self.away.long_away(table, self.people_at(table))

    def _table_cached(self, table: TableRow) -> None:
        """A table is in memory here for the first time, or has changed."""

    def _presence_changed(self, table_id: str) -> None:
        if table := self.table_cache.peek(table_id):
            self.long_away(table)  # the grace of whoever left begins now
        else:
            self.away.forget(table_id)
        self.notify_table(table_id)
        self.background.spawn(self._store_presence())

    async def _store_presence(self) -> None:
        with contextlib.suppress(Unavailable):  # the next sweep tries again
            await self.presence.store()
