"""Time limits that hardly ever run out: one timer serves all that are as long, instead of one each."""

import asyncio
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary


class TimeLimits:
    """Limits of the same length. They run out in the order in which they began."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: dict[object, tuple[float, Callable[[], None]]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def start(self, whose: object, run_out: Callable[[], None]) -> None:
        """Call `run_out` in the event loop after the time, unless it is stopped or started again."""
        self._running.pop(whose, None)
        self._running[whose] = time.monotonic() + self._seconds, run_out
        if self._timer is None:
            self._wait(self._seconds)

    def stop(self, whose: object) -> None:
        self._running.pop(whose, None)

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        """Call those whose time is up, and come again for the next."""
        self._timer = None
        now = time.monotonic()
        over = []
        for whose, (end, run_out) in self._running.items():
            if end > now:
                self._wait(end - now)
                break
            over.append((whose, run_out))
        for whose, _ in over:
            del self._running[whose]
        for _, run_out in over:
            run_out()


_OF_LOOPS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[float, TimeLimits]] = WeakKeyDictionary()


def time_limits(seconds: float) -> TimeLimits:
    """The limits of that length in the running event loop."""
    limits = _OF_LOOPS.setdefault(asyncio.get_running_loop(), {})
    if seconds not in limits:
        limits[seconds] = TimeLimits(seconds)
    return limits[seconds]
