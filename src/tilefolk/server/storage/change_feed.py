"""Hints between nodes: what has changed, never what it is. Lost ones are made good by polling."""

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from tilefolk.server.storage.engine import POSTGRES_KEEPALIVE, SERVING_LOCK

CHANNEL = "tilefolk"
AGAIN = 1.0  # seconds before a lost connection is tried again

log = structlog.get_logger()


class Change(NamedTuple):
    """`match`, `table` or `talk` (of a table), and which one; `names`, or a person who is `gone`."""

    what: str
    id: str


class ChangeFeed:
    """Told in the transaction that made the change, heard by all other nodes.

    The connection on which a node listens also says that it is up, to whoever wants the database alone.
    """

    def __init__(self, url: URL | None) -> None:
        self._url = url
        self.node_id = secrets.token_hex(4)
        self._stop = threading.Event()
        self._connection: Any = None

    def announce(self, connection: Connection, what: str, which: str) -> None:
        """To be sent with the commit; alone there is nobody to tell."""
        if self._url is not None:
            payload = f"{self.node_id} {what} {which}"
            connection.execute(
                text("select pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
            )

    def listen(self, heard: Callable[[Change], None]) -> None:
        """Call back in the event loop for every hint of another node."""
        if self._url is not None:
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._listen, args=(loop, heard), name="hints", daemon=True).start()

    def close(self) -> None:
        self._stop.set()
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()

    def _listen(self, loop: asyncio.AbstractEventLoop, heard: Callable[[Change], None]) -> None:
        import psycopg

        assert self._url is not None
        _, parts = self._url.get_dialect()().create_connect_args(self._url)  # a password is any text
        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(**{**POSTGRES_KEEPALIVE, **parts}, autocommit=True) as connection:
                    self._connection = connection
                    connection.execute("select pg_advisory_lock_shared(%s)", [SERVING_LOCK])
                    connection.execute(f"listen {CHANNEL}")
                    if lost:
                        log.info("hints back")
                    lost = False
                    for notice in connection.notifies():
                        self._heard(loop, heard, notice.payload)
            except (psycopg.Error, OSError) as error:
                if not self._stop.is_set():
                    if not lost:
                        log.warning("hints lost", error=str(error).strip())
                    lost = True
                    self._stop.wait(AGAIN)

    def _heard(self, loop: asyncio.AbstractEventLoop, heard: Callable[[Change], None], payload: str) -> None:
        node, *words = payload.split(" ")
        if node != self.node_id and len(words) == len(Change._fields):
            with contextlib.suppress(RuntimeError):  # the node is ending
                loop.call_soon_threadsafe(heard, Change(*words))
