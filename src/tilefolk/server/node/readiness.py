"""Whether something can be stored now: what a proxy asks before it sends people to this node."""

import asyncio
import time

from sqlalchemy import Connection, delete, insert

from tilefolk.server.errors import Unavailable
from tilefolk.server.storage.schema import settings
from tilefolk.server.storage.store import Store, TimedOut

ANSWER_SECONDS = 2.0  # a database that takes longer is not ready
REPEAT_SECONDS = 1.0  # those who ask again sooner get the answer before


class Readiness:
    """Tries to write, for all who ask at that time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[None] | None = None
        self._begun = 0.0

    async def check(self) -> None:
        """Raises Unavailable while nothing can be stored, or no lines where a small row finds room."""
        if self._store.refuses_lines():
            raise Unavailable("lines are refused")
        trial = self._trial
        if trial is None or (trial.done() and time.monotonic() - self._begun >= REPEAT_SECONDS):
            self._begun = time.monotonic()
            trial = self._trial = asyncio.create_task(self._store.write(self._write, "ready"))
            trial.add_done_callback(lambda done: done.cancelled() or done.exception())  # if nobody waits
        await asyncio.wait([trial], timeout=ANSWER_SECONDS)
        if not trial.done():
            raise TimedOut
        trial.result()

    def _write(self, connection: Connection) -> None:
        """Write a row that nobody ever sees; a change of an old row might change nothing."""
        name = f"ready {self._store.changes.node_id}"
        connection.execute(insert(settings).values(name=name, value=""))
        connection.execute(delete(settings).where(settings.c.name == name))
