"""The sweep: a node's duties every few seconds. What is due is read from the store, never remembered."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node.node import Node
from tilefolk.server.node.outage_notice import OutageNotice
from tilefolk.server.storage.waiting import wait_for_database
from tilefolk.server.tables.queries import unfinished_matches

SWEEP_SECONDS = 3.0  # between two sweeps
RESUME_PAUSE_SECONDS = 0.01  # between two matches, so that requests are served meanwhile

log = structlog.get_logger()


class Sweep:
    """Runs the node's regular duties; `duties` are those of deadlines, series and reminders."""

    def __init__(self, node: Node, *duties: Callable[[], Awaitable[None]]) -> None:
        self._node, self._duties = node, (node.talk.catch_up, *duties)
        self._outage = OutageNotice(node.presence)

    async def run(self) -> None:
        """Sweep until cancelled; a sweep that fails does not end it."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.once()
            except Unavailable:
                continue
            except Exception as error:
                log.error("sweep failed", error=repr(error))

    async def once(self) -> None:
        """Move the site clock on, fold what others wrote, do what is due, drop what nobody uses."""
        node, clock = self._node, self._node.store.clock
        clock.adopt(await self._outage.watch(node.store.write(clock.advance, "clock")))
        await node.presence.store()
        await node.peer_events.catch_up()
        node.live_matches.evict_idle(self._is_watched)
        for live in node.live_matches.all().values():
            if not live.over:
                node.bots.wake(live)
        for duty in self._duties:
            await duty()
        played = {live.table for live in node.live_matches.all().values()}
        node.table_cache.evict_unused(lambda table_id: table_id in played or bool(node.presence.at(table_id)))

    def _is_watched(self, live: LiveMatch) -> bool:
        return bool(self._node.presence.at(live.table))


async def resume_matches(node: Node) -> None:
    """Load every running match once, so that each writes what it owes; after a start or a lost node."""

    async def load_all() -> None:
        for match_id in await node.store.read(unfinished_matches):
            await node.live_match(match_id)
            await asyncio.sleep(RESUME_PAUSE_SECONDS)

    await wait_for_database(load_all, retry_seconds=SWEEP_SECONDS)
