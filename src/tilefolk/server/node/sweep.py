"""The sweep: a node's duties every few seconds. What is due is read from the store, never remembered."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node.node import Node
from tilefolk.server.node.outage_notice import OutageNotice
from tilefolk.server.storage.waiting import wait_for_database
from tilefolk.server.tables.queries import unfinished_matches

SWEEP_SECONDS = 3.0  # between two sweeps
RESUME_PAUSE_SECONDS = 0.01  # between two matches, so that requests are served meanwhile
TENDED_AT_ONCE = 50  # live matches, before others have their turn


class Sweep:
    """Runs the node's regular duties; `duties` are those of deadlines, series and reminders, by name."""

    def __init__(self, node: Node, **duties: Callable[[], Awaitable[None]]) -> None:
        self._node = node
        self._duties: dict[str, Callable[[], Awaitable[None]]] = {
            "presence": node.presence.store,
            "catch up": node.peer_events.catch_up,
            "live matches": self._tend_live_matches,
            "talk": node.talk.catch_up,
            **duties,
            "tables": self._evict_tables,
            "people": self._evict_people,
        }
        self._outage = OutageNotice(node.presence)

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with contextlib.suppress(Unavailable), self._node.failures.isolate("sweep"):
                await self.once()

    async def once(self) -> None:
        """Move the site clock on, then do what is due; a duty that fails does not keep others from theirs.

        Raises Unavailable.
        """
        clock = self._node.store.clock
        clock.adopt(await self._outage.watch(self._node.store.write(clock.advance, "clock")))
        for name, duty in self._duties.items():
            with self._node.failures.isolate(name):
                await duty()

    async def _tend_live_matches(self) -> None:
        """Drop matches that nobody uses, repair those that a fault left in doubt, wake their bots."""
        node = self._node
        node.live_matches.evict_idle(self._is_watched)
        for number, (match_id, live) in enumerate(node.live_matches.all().items()):
            if number % TENDED_AT_ONCE == 0:
                await asyncio.sleep(0)
            with node.failures.isolate("live match", match_id):
                if live.has_unstored_lines:
                    await node.peer_events.refresh(live)
                if live.match.held:
                    await self._end_hold(live)
                if not live.over:
                    node.bots.wake(live)

    async def _end_hold(self, live: LiveMatch) -> None:
        """Close a round whose time is up, or for which nobody is there to think again."""
        table = await self._node.table(live.table)
        if not live.hold_left() or table is None or not self._node.people_at(table):
            await self._node.bots.held_rounds.close(live)

    async def _evict_tables(self) -> None:
        node = self._node
        played = {live.table for live in node.live_matches.all().values()}
        node.table_cache.evict_unused(lambda table_id: table_id in played or bool(node.presence.at(table_id)))
        node.away.keep(node.table_cache.__contains__)

    async def _evict_people(self) -> None:
        self._node.people_cache.evict_idle()

    def _is_watched(self, live: LiveMatch) -> bool:
        """Whether somebody is shown this match, not a later one of its table."""
        return any(listener.shows(live) for listener in self._node.presence.at(live.table))


async def resume_matches(node: Node) -> None:
    """Load every running match once, so that each writes what it owes; after a start or a lost node."""

    async def load_all() -> None:
        for match_id in await node.store.read(unfinished_matches):
            with node.failures.isolate("resume", match_id):
                await node.live_match(match_id)
            await asyncio.sleep(RESUME_PAUSE_SECONDS)

    await wait_for_database(load_all, retry_seconds=SWEEP_SECONDS)
