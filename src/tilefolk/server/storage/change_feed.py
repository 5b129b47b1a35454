"""Nodes tell each other what has changed, never the new content: whoever cares reads the database.

PostgreSQL's NOTIFY carries the changes. Nodes poll as well, which makes up for lost ones.
"""

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, cast, get_args

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from tilefolk.server.storage.engine import POSTGRES_KEEPALIVE, SERVING_LOCK

CHANNEL = "tilefolk"
SEPARATOR = ","  # between the ids of changes that are announced together
RETRY_SECONDS = 0.5  # before a lost connection is tried again
ANSWER_SECONDS = 2  # for a database that is tried again: one that hangs must not hold the attempt

ANSWERS_SOON = {"connect_timeout": ANSWER_SECONDS}

ChangeKind = Literal["match", "table", "presence", "talk", "names", "gone"]
CHANGE_KINDS: tuple[str, ...] = get_args(ChangeKind)

log = structlog.get_logger()


class Change(NamedTuple):
    """Something another node has changed, and the id of what it was.

    - `match`: the match has new lines
    - `table`: its seats, options, name or newest match changed (id of the table)
    - `presence`: somebody came to a table or left it (id of the table)
    - `talk`: its talk changed (id of the table)
    - `names`: somebody changed their name (no id: "-")
    - `gone`: this person was deleted
    """

    what: ChangeKind
    id: str


class ChangeFeed:
    """Announces changes inside the transaction that makes them, and listens to those of other nodes.

    The listening connection holds a shared advisory lock, so that a restore can see that a node is up.
    Without a URL (SQLite, one node) there is nobody to tell.
    """

    def __init__(self, url: URL | None) -> None:
        self._url = url
        self.node_id = secrets.token_hex(4)
        self._stop = threading.Event()
        self._connection: Any = None

    def announce(self, connection: Connection, what: ChangeKind, changed_id: str) -> None:
        """Tell the other nodes when this transaction commits."""
        if self._url is not None:
            connection.execute(
                text("select pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": self.payload(what, changed_id)},
            )

    def payload(self, what: ChangeKind, *changed: str) -> str:
        """What the other nodes are told: one change, or several of a kind."""
        return f"{self.node_id} {what} {SEPARATOR.join(changed)}"

    def listen(self, on_change: Callable[[Change], None]) -> None:
        """Call `on_change` in the event loop for every change another node announces."""
        if self._url is not None:
            loop = asyncio.get_running_loop()
            threading.Thread(
                target=self._listen, args=(loop, on_change), name="change-feed", daemon=True
            ).start()

    def close(self) -> None:
        self._stop.set()
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()

    def _listen(self, loop: asyncio.AbstractEventLoop, on_change: Callable[[Change], None]) -> None:
        import psycopg

        assert self._url is not None
        # The dialect takes the URL apart: a password may contain any character.
        _, parts = self._url.get_dialect()().create_connect_args(self._url)
        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(
                    **{**POSTGRES_KEEPALIVE, **parts, **ANSWERS_SOON}, autocommit=True
                ) as connection:
                    self._connection = connection
                    connection.execute(f"set statement_timeout = '{ANSWER_SECONDS}s'")
                    connection.execute("select pg_advisory_lock_shared(%s)", [SERVING_LOCK])
                    connection.execute(f"listen {CHANNEL}")
                    if lost:
                        log.info("change feed back")
                    lost = False
                    for notice in connection.notifies():
                        self._dispatch(loop, on_change, notice.payload)
            except (psycopg.Error, OSError) as error:
                if not self._stop.is_set():
                    if not lost:
                        log.warning("change feed lost", error=str(error).strip())
                    lost = True
                    self._stop.wait(RETRY_SECONDS)

    def _dispatch(
        self, loop: asyncio.AbstractEventLoop, on_change: Callable[[Change], None], payload: str
    ) -> None:
        """Hand changes on, unless they are our own or not in our words (a node of another version)."""
        match payload.split(" "):
            case [node_id, what, changed] if node_id != self.node_id and what in CHANGE_KINDS:
                for changed_id in changed.split(SEPARATOR):
                    with contextlib.suppress(RuntimeError):  # the node is shutting down
                        loop.call_soon_threadsafe(on_change, Change(cast(ChangeKind, what), changed_id))
