"""What other nodes have written: a change is announced, this node looks at what is stored."""

from dataclasses import replace
from typing import Protocol

from tilefolk.server import metrics
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.registry import MatchRegistry
from tilefolk.server.node.node_tables import NodeTables
from tilefolk.server.people.identity import Credential, find_outdated
from tilefolk.server.storage.change_feed import Change
from tilefolk.server.tables.loading import stored_presence
from tilefolk.server.tables.queries import stored_heads
from tilefolk.server.tables.table import TableRow


class MatchHost(Protocol):
    """What peer events need of their node besides its tables."""

    live_matches: MatchRegistry

    def disconnect(self, *people: str) -> None: ...
    def match_grew(self, live: LiveMatch, wake_bots: bool = True) -> None: ...
    async def reload_table(self, table_id: str) -> TableRow: ...


class PeerEvents:
    """Handles announced changes, and polls for those whose announcement was lost."""

    def __init__(self, tables: NodeTables, host: MatchHost) -> None:
        self._tables, self._host = tables, host
        self._disconnected: set[Credential] = set()  # whose sockets may still be closing

    def handle(self, change: Change) -> None:
        """Look at what another node has announced, if anybody here needs it."""
        metrics.changes.labels(change.what).inc()
        host, tables, spawn = self._host, self._tables, self._tables.background.spawn
        if change.what == "match" and (live := host.live_matches.peek(change.id)):
            spawn(self.refresh(live))
        elif change.what == "table":
            cached = change.id in tables.table_cache
            tables.table_cache.invalidate(change.id)
            if cached:
                spawn(host.reload_table(change.id))
        elif change.what == "presence":
            if change.id in tables.table_cache:
                spawn(self._presence_changed(change.id))
            else:
                tables.away.forget(change.id)
        elif change.what == "talk":
            spawn(tables.talk.refresh(change.id))
        elif change.what == "names":
            tables.invalidate_all()
        elif change.what == "gone":
            host.disconnect(change.id)

    async def catch_up(self) -> None:
        """Poll what is in memory here: records, tables, and whether the people here may still be."""
        host, tables = self._host, self._tables
        if not tables.store.shared:
            return
        live_matches, cached = host.live_matches.all(), tables.table_cache.all()
        records, heads = await tables.store.read(
            lambda connection: stored_heads(connection, [*live_matches], [*cached])
        )
        for match_id, live in live_matches.items():
            if records.get(match_id, 0) > live.seq:
                with tables.failures.isolate("catch up", match_id):
                    await self.refresh(live)
        for table_id, table in cached.items():
            if heads.get(table_id) != (table.touched, table.presence):
                with tables.failures.isolate("catch up", table_id):
                    await host.reload_table(table_id)
        held = tables.presence.credentials()
        ended = await tables.store.read(lambda connection: find_outdated(connection, held))
        if closing := ended - self._disconnected:
            host.disconnect(*(person for person, _ in closing))
        self._disconnected = ended

    async def refresh(self, live: LiveMatch) -> None:
        """Fold what other nodes wrote. The node that wrote it wakes the bots; the sweep is our safety net."""
        with self._host.live_matches.catch_unreadable(live.id):
            if await live.refresh():
                self._host.match_grew(live, wake_bots=False)

    async def _presence_changed(self, table_id: str) -> None:
        """Read again who is at a table, and show the table only if that is news."""
        tables = self._tables
        found = await tables.store.read(lambda connection: stored_presence(connection, [table_id]))
        if table := tables.table_cache.peek(table_id):
            now = replace(table, presence=found.get(table_id, frozenset()))
            tables.table_cache.add(now)
            tables.long_away(now)
            if tables.people_at(now) != tables.people_at(table):
                tables.notify_table(table_id)
