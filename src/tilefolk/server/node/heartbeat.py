"""The heartbeat: each node writes every few seconds that it is up, and removes nodes that fell silent."""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Sequence
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from tilefolk.server.errors import Unavailable
from tilefolk.server.node.node import Node
from tilefolk.server.node.presence import tables_of_nodes
from tilefolk.server.node.sweep import resume_matches
from tilefolk.server.storage.schema import nodes
from tilefolk.server.storage.site_clock import stored_seconds
from tilefolk.server.tables.queries import correct_times_ahead
from tilefolk.version import __version__

BEAT_SECONDS = 5.0
SILENT_SECONDS = 4 * BEAT_SECONDS  # a node without a beat for so long is not up
LEAVE_SECONDS = 1.0  # to say that this node ends, where the database does not answer

log = structlog.get_logger()


class Heartbeat:
    """This node's row among the nodes of the site."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._row = {
            "id": node.store.changes.node_id,
            "host": socket.gethostname()[:80],
            "pid": os.getpid(),
            "version": __version__,
            "started": time.time(),
        }

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            with contextlib.suppress(Unavailable), self._node.failures.isolate("heartbeat"):
                await self.beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Write that this node is up; resume the matches of silent nodes. Raises Unavailable."""
        is_new, silent = await self._node.store.write(self._beat, "nodes")
        if is_new:
            self._node.presence.forget_stored()
        if silent and self._node.store.shared:  # on a file that is this node before it was killed
            log.warning("nodes silent", nodes=silent)
        if silent:
            self._node.background.spawn(resume_matches(self._node))

    async def leave(self) -> None:
        """Remove this node's row at a regular end."""
        ours = [str(self._row["id"])]
        with contextlib.suppress(Unavailable, TimeoutError):  # other nodes will see that it is silent
            leaving = self._node.store.write(lambda connection: self._remove(connection, ours))
            await asyncio.wait_for(leaving, LEAVE_SECONDS)

    def _beat(self, connection: Connection) -> tuple[bool, list[str]]:
        """Update our row, remove silent nodes; return whether our row was new, and who was silent."""
        now = stored_seconds(connection)
        is_silent = ~_is_recent(now) & (nodes.c.id != self._row["id"])
        silent = list(connection.execute(select(nodes.c.id).where(is_silent)).scalars())
        self._remove(connection, silent)
        correct_times_ahead(connection, time.time())
        live_matches, sockets = self._node.sizes()
        state = {"seen": now, "rooms": live_matches, "sockets": sockets}
        updated = connection.execute(update(nodes).where(nodes.c.id == self._row["id"]).values(**state))
        if updated.rowcount == 0:
            connection.execute(insert(nodes).values(**self._row, **state))
        return updated.rowcount == 0, silent

    def _remove(self, connection: Connection, gone: Sequence[str]) -> None:
        """Remove nodes that are not up; the others look again at the tables where these had people."""
        for table in tables_of_nodes(connection, gone):
            self._node.store.changes.announce(connection, "presence", table)
        connection.execute(delete(nodes).where(nodes.c.id.in_(gone)))


def nodes_up(connection: Connection) -> list[dict[str, Any]]:
    """The nodes that are up, the oldest first."""
    up = select(nodes).where(_is_recent(stored_seconds(connection))).order_by(nodes.c.started)
    return [dict(row) for row in connection.execute(up).mappings()]


def _is_recent(now: float) -> ColumnElement[bool]:
    return nodes.c.seen.between(now - SILENT_SECONDS, now + SILENT_SECONDS)
