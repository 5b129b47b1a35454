"""What other nodes have written: a node hears of it and looks, if anybody here cares."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tilefolk.server import metrics
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.people.identity import unknown_ids
from tilefolk.server.storage.change_feed import Change
from tilefolk.server.tables.table import heads, who_is_here

if TYPE_CHECKING:
    from tilefolk.server.node.node import Node


class PeerEvents:
    """A hint only says where to look: what counts is what is stored."""

    def __init__(self, node: "Node") -> None:
        self._node = node
        self._shown_out: set[str] = set()  # who is deleted and may not have gone yet

    def handle(self, hint: Change) -> None:
        metrics.changes.labels(hint.what).inc()
        node = self._node
        if hint.what == "match" and (live := node.live_matches.peek(hint.id)):
            node.spawn(self.refresh(live))
        elif hint.what == "table":
            known = hint.id in node.table_cache
            node.table_cache.invalidate(hint.id)
            if known:
                node.spawn(node.reloaded(hint.id))
        elif hint.what == "here" and hint.id in node.table_cache:
            node.spawn(self._count_heads(hint.id))
        elif hint.what == "talk":
            node.spawn(node.talk.refresh(hint.id))
        elif hint.what == "names":
            node.invalidate_all()
        elif hint.what == "gone":
            node.dismiss(hint.id)

    async def catch_up(self) -> None:
        """The safety net for lost hints: records and tables that are looked at here, people who are here."""
        node = self._node
        if not node.store.shared:
            return
        live_matches, seen = node.live_matches.all(), node.table_cache.all()
        records, rows = await node.store.read(lambda connection: heads(connection, [*live_matches], [*seen]))
        for match_id, live in live_matches.items():
            if records.get(match_id, 0) > live.seq:
                await self.refresh(live)
        for table_id, table in seen.items():
            if rows.get(table_id) != (table.touched, table.here):
                await node.reloaded(table_id)
        here = node.presence.everybody()
        nobody = await node.store.read(lambda connection: unknown_ids(connection, here))
        for person in nobody - self._shown_out:
            node.dismiss(person)
        self._shown_out = nobody

    async def refresh(self, live: LiveMatch) -> None:
        """Fold what others wrote; their node lets the bots think, ours only if that does not happen."""
        with self._node.live_matches.reading(live.id):
            if await live.refresh():
                self._node.changed(live, wake=False)

    async def _count_heads(self, table_id: str) -> None:
        """Somebody came or went on another node: only if that is news is the table shown again."""
        node = self._node
        found = await node.store.read(lambda connection: who_is_here(connection, [table_id]))
        if table := node.table_cache.peek(table_id):
            now = replace(table, here=found.get(table_id, frozenset()))
            node.table_cache.add(now)
            if node.here(now) != node.here(table):
                node.notify_table(table_id)
