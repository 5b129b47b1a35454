"""The next round of the event loop: one call of the loop for all the work that waits for it."""

import asyncio
from collections import deque
from collections.abc import Callable


class NextRound:
    """Does work in the next round of the event loop, in the order in which it came."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def add(self, work: Callable[[], None]) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._begin)
        self._waiting.append(work)

    def _begin(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        self._do(waiting)

    def _do(self, waiting: deque[Callable[[], None]]) -> None:
        """Do all of it; when some of it fails, the loop is told of it and the rest is done all the same."""
        try:
            while waiting:
                waiting.popleft()()
        finally:
            if waiting:
                asyncio.get_running_loop().call_soon(self._do, waiting)
