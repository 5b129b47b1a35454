"""Tells everybody connected to this node while the database does not answer, whether they move or not."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from tilefolk.server.errors import Unavailable
from tilefolk.server.node.presence import Presence
from tilefolk.server.storage.waiting import NOTICE_SECONDS, notify_while_waiting

T = TypeVar("T")


class OutageNotice:
    """Watches a question that the node asks the database every few seconds."""

    def __init__(self, presence: Presence) -> None:
        self._presence, self._is_out = presence, False

    async def watch(self, question: Coroutine[Any, Any, T]) -> T:
        """Await the answer; tell local clients when it is overdue and when it comes. Raises Unavailable."""

        async def notify() -> None:
            self._notify(is_out=True)

        try:
            answer = await notify_while_waiting(question, notify, NOTICE_SECONDS)
        except Unavailable:
            self._notify(is_out=True)
            raise
        if self._is_out:
            self._notify(is_out=False)
        return answer

    def _notify(self, is_out: bool) -> None:
        self._is_out = is_out
        for listener in self._presence.all():
            listener.outage(is_out)
