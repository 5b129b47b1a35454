"""The roll of nodes: each says every few seconds of the house clock that it is up, in the shared database."""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Sequence
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from tilefolk import __version__
from tilefolk.server.node.node import Node
from tilefolk.server.node.presence import tables_of_nodes
from tilefolk.server.node.sweep import resume
from tilefolk.server.storage.schema import nodes
from tilefolk.server.storage.site_clock import stored
from tilefolk.server.storage.store import Unavailable

BEAT = 5.0  # seconds between two calls
GONE = 4 * BEAT  # whoever was silent for so long is not up

log = structlog.get_logger()


class Heartbeat:
    """This node on the roll."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._me = {
            "id": node.store.changes.node,
            "host": socket.gethostname()[:80],
            "pid": os.getpid(),
            "version": __version__,
            "started": time.time(),
        }

    async def call(self) -> None:
        """Until the end: say that we are up."""
        while True:
            with contextlib.suppress(Unavailable):
                await self.beat()
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Once: say that we are up. Raises Unavailable.

        Whoever was struck out may have owed something to matches that nobody looks at: we look after them.
        """
        is_new, silent = await self._node.store.write(self._beat, "nodes")
        if is_new:
            self._node.presence.forgotten()
        if silent:
            log.warning("nodes silent", nodes=silent)
            self._node.spawn(resume(self._node))

    async def leave(self) -> None:
        with contextlib.suppress(Unavailable):
            await self._node.store.write(lambda connection: self._strike(connection, [str(self._me["id"])]))

    def _beat(self, connection: Connection) -> tuple[bool, list[str]]:
        """Stand on the roll, strike out the silent; whether we are new on it, and who they were."""
        now = stored(connection)
        quiet = ~_lately(now) & (nodes.c.id != self._me["id"])
        silent = list(connection.execute(select(nodes.c.id).where(quiet)).scalars())
        self._strike(connection, silent)
        live_matches, sockets = self._node.sizes()
        lately = {"seen": now, "rooms": live_matches, "sockets": sockets}
        known = connection.execute(update(nodes).where(nodes.c.id == self._me["id"]).values(**lately))
        if known.rowcount == 0:
            connection.execute(insert(nodes).values(**self._me, **lately))
        return known.rowcount == 0, silent

    def _strike(self, connection: Connection, gone: Sequence[str]) -> None:
        """These are not up any more; the tables at which they had people are to be looked at again."""
        for table in tables_of_nodes(connection, gone):
            self._node.store.changes.announce(connection, "here", table)
        connection.execute(delete(nodes).where(nodes.c.id.in_(gone)))


def nodes_up(connection: Connection) -> list[dict[str, Any]]:
    """Those who have answered lately, the oldest first."""
    up = select(nodes).where(_lately(stored(connection))).order_by(nodes.c.started)
    return [dict(row) for row in connection.execute(up).mappings()]


def _lately(now: float) -> ColumnElement[bool]:
    return nodes.c.seen.between(now - GONE, now + GONE)
