"""A node: tables and live matches in memory, shared by everybody who is connected to this process."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tilefolk.defaults import STAND_IN_GRACE_SECONDS
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.registry import MatchRegistry, create_match
from tilefolk.server.matches.series import check_next_match, next_match
from tilefolk.server.node.bot_turns import BotTurns
from tilefolk.server.node.node_tables import NodeTables
from tilefolk.server.node.peer_events import PeerEvents
from tilefolk.server.node.sealing import Sealing
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.seating_rules import check_startable
from tilefolk.server.tables.table import TableRow


class Node(NodeTables):
    """Everything that requests and background work share in one process."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        hold_seconds: float = 0.0,
        stand_in_grace_seconds: float = STAND_IN_GRACE_SECONDS,
    ) -> None:
        super().__init__(store, stand_in_grace_seconds)
        self.sealing = Sealing(self)
        self._starts: dict[tuple[object, ...], asyncio.Task[TableRow]] = {}
        self.bots = BotTurns(self, bot_pool)
        self.live_matches = MatchRegistry(
            store, self.bots.wake, lambda live: self.notify_table(live.table), hold_seconds
        )
        self.peer_events = PeerEvents(self, self)
        store.changes.listen(self.peer_events.handle)

    # Tables

    async def change_table(self, table_id: str, job: Callable[[Connection], None]) -> TableRow:
        """Write a change of a table and show it to all who are connected to it, on every node."""

        def change(connection: Connection) -> None:
            job(connection)
            self.store.changes.announce(connection, "table", table_id)

        await self.store.write(change, table_id)
        return await self.reload_table(table_id)

    async def reload_table(self, table_id: str) -> TableRow:
        """Read a changed table again and show it, with its running match, to all who are connected here."""
        self.table_cache.invalidate(table_id)
        table = await self.table(table_id)
        assert table is not None
        self.notify_table(table_id)
        if table.match and not table.over:
            live = await self.live_match(table.match)
            if live:
                self.match_grew(live)
        return table

    async def patch_table(self, before: TableRow, **changes: Any) -> TableRow:
        """Show a change that this node has just stored; read the table only where it may differ otherwise."""
        if self.store.shared or self.table_cache.peek(before.id) is not before:
            return await self.reload_table(before.id)
        table = replace(before, **changes)
        self.table_cache.add(table)
        self.notify_table(table.id)
        return table

    def _table_cached(self, table: TableRow) -> None:
        self.bots.prepare(table)

    # People

    def disconnect(self, *people: str) -> None:
        """Close the sockets here of people who are deleted, or have a new link or token."""
        self.invalidate_all()
        for table_id in self.presence.tables():
            for listener in self.presence.at(table_id):
                if listener.person.id in people:
                    listener.disconnect()
            self.background.spawn(self.reload_table(table_id))
            self.background.spawn(self.talk.refresh(table_id))

    # Matches

    async def start_match(self, table: TableRow, wait: bool = True) -> TableRow:
        """Start the first or next match of a table once its people have given their parts of the draws.

        Whoever asks while it starts waits with the others: those who agree to a rematch do so at once.
        Raises ApiError when the table is closed or a seat is free by now.
        """
        key = table.id, table.number, table.lineup, wait
        if key not in self._starts:
            self._starts[key] = asyncio.create_task(self._start_match(table, wait))
            self._starts[key].add_done_callback(lambda _: self._starts.pop(key))
        return await asyncio.shield(self._starts[key])  # the others wait on if this one is cancelled

    async def _start_match(self, table: TableRow, wait: bool) -> TableRow:
        if await self.sealing.is_ready(table, wait):
            return await self.create_next_match(table)
        return await self.table(table.id) or table

    async def create_next_match(self, table: TableRow, practice: str = "") -> TableRow:
        """Store the first or next match of a table; in a series the seats bring along what they have.

        `practice`: a public word that its draws follow from.

        Raises ApiError when the table is closed or a seat is free by now.
        """
        check_next_match(table)
        planned = next_match(table)

        def check(now: TableRow) -> None:
            check_startable(now)
            if now.lineup != table.lineup:  # somebody joined, slept or woke in this moment
                raise ApiError(409, "lineup_changed")

        with contextlib.suppress(IntegrityError):  # another node was faster
            live = await create_match(
                self.store, table.id, table.number + 1, len(table.seats), planned, check, practice
            )
            self.live_matches.add(live)
        return await self.reload_table(table.id)

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """The live match; None where there is no such match or its record is unreadable."""
        return await self.live_matches.get(match_id)

    async def live_match_now(self, match_id: str) -> LiveMatch | None:
        """The live match as stored now: people may have acted at another node."""
        known = self.live_matches.peek(match_id)
        if known is not None and self.store.shared:
            await self.peer_events.refresh(known)
        return await self.live_match(match_id)

    def match_grew(self, live: LiveMatch, wake_bots: bool = True) -> None:
        """Show a match that has new lines to all who are connected here, and let its bots think on."""
        if live.over:
            self.table_cache.invalidate(live.table)
            self.background.spawn(self._show_end(live))
        for listener in self.presence.at(live.table):
            listener.match_changed(live)
        if wake_bots:
            self.bots.wake(live)

    async def _show_end(self, live: LiveMatch) -> None:
        await self.table(live.table)
        self.notify_table(live.table)

    def sizes(self) -> tuple[int, int]:
        """How many live matches and how many sockets this node has."""
        return len(self.live_matches), self.presence.count()

    async def close(self) -> None:
        self.presence.close()
        await self.background.close()
