"""The roll of nodes: each says every few seconds of the house clock that it is up, in the shared database."""

import asyncio
import contextlib
import os
import secrets
import socket
import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from tilefolk import __version__
from tilefolk.server.clock import stored
from tilefolk.server.house import House
from tilefolk.server.schema import nodes
from tilefolk.server.store import Unavailable

BEAT = 15.0  # seconds between two calls
GONE = 4 * BEAT  # whoever was silent for so long is not up


class Roll:
    """This node on the roll."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._me = {
            "id": secrets.token_hex(4),
            "host": socket.gethostname()[:80],
            "pid": os.getpid(),
            "version": __version__,
            "started": time.time(),
        }

    async def call(self) -> None:
        """Until the end: say that we are up."""
        while True:
            with contextlib.suppress(Unavailable):
                await self._house.store.write(self._beat)
            await asyncio.sleep(BEAT)

    async def leave(self) -> None:
        with contextlib.suppress(Unavailable):
            await self._house.store.write(self._strike)

    def _beat(self, connection: Connection) -> None:
        now = stored(connection)
        self._strike(connection)
        connection.execute(delete(nodes).where(~_lately(now)))
        rooms, sockets = self._house.sizes()
        connection.execute(insert(nodes).values(**self._me, seen=now, rooms=rooms, sockets=sockets))

    def _strike(self, connection: Connection) -> None:
        connection.execute(delete(nodes).where(nodes.c.id == self._me["id"]))


def nodes_up(connection: Connection) -> list[dict[str, Any]]:
    """Those who have answered lately, the oldest first."""
    up = select(nodes).where(_lately(stored(connection))).order_by(nodes.c.started)
    return [dict(row) for row in connection.execute(up).mappings()]


def _lately(now: float) -> ColumnElement[bool]:
    return nodes.c.seen.between(now - GONE, now + GONE)
