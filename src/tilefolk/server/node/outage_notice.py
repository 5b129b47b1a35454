"""Everybody connected to this node is told while the database does not answer, whether they move or not."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tilefolk.server.node.presence import Presence
from tilefolk.server.storage.store import Unavailable

TELL = 2.0  # seconds somebody waits for the database before they are told, and told again

T = TypeVar("T")


class OutageNotice:
    """Noticed by a question that is asked every few seconds."""

    def __init__(self, presence: Presence) -> None:
        self._presence, self._lasts = presence, False

    async def asked(self, question: Coroutine[Any, Any, T]) -> T:
        """The answer; everybody here is told that it does not come, and that it came. Raises Unavailable."""
        asking = asyncio.create_task(question)
        try:
            while not (await asyncio.wait((asking,), timeout=TELL))[0]:
                self._tell(lasts=True)
            answer = asking.result()
        except Unavailable:
            self._tell(lasts=True)
            raise
        finally:
            asking.cancel()
        if self._lasts:
            self._tell(lasts=False)
        return answer

    def _tell(self, lasts: bool) -> None:
        self._lasts = lasts
        for listener in self._presence.all():
            listener.outage(lasts)
