"""What a node looks after every few seconds, whoever remembers it or not."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node.node import Node
from tilefolk.server.node.outage_notice import OutageNotice
from tilefolk.server.storage.store import Unavailable
from tilefolk.server.tables import table as tables

SWEEP = 3.0  # seconds between looking after what is due

log = structlog.get_logger()


class Sweep:
    """`duties` are what else has to be looked after: deadlines, series, calls, talk."""

    def __init__(self, node: Node, *duties: Callable[[], Awaitable[None]]) -> None:
        self._node, self._duties = node, (node.talk.catch_up, *duties)
        self._outage = OutageNotice(node.presence)

    async def forever(self) -> None:
        """What goes wrong once must not end it."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.once()
            except Unavailable:
                continue
            except Exception as error:
                log.error("sweep failed", error=repr(error))

    async def once(self) -> None:
        """Move the clock on, see what others wrote, wake what is due, forget what nobody uses."""
        node, clock = self._node, self._node.store.clock
        clock.agree(await self._outage.asked(node.store.write(clock.move_on, "clock")))
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


async def resume(node: Node) -> None:
    """After a start, or when another node is gone: every match that owes something gets it."""
    while True:
        try:
            for match_id in await node.store.read(tables.running_matches):
                await node.live_match(match_id)
                await asyncio.sleep(0.01)
            return
        except Unavailable:
            await asyncio.sleep(SWEEP)
