"""Garbage that refers to itself: young objects are looked at often, all others when nobody waits.

Live matches are nested tuples that stay, and a collection looks at everything that is there: with a thousand
matches it stopped the server for half a second. So only young objects are collected while people play, a few
milliseconds each time. What outlives its youth and is left later stays until everything is collected; that
waits for a sweep before which the server had little to do.
"""

import gc
import time

YOUNG = 2_000  # new objects between two collections of young ones
NEVER = 1_000_000_000
DUE = 200  # collections of young objects after which one of everything is worth its time
IDLE_SHARE = 0.1  # of the time between two sweeps, for a server that has little to do
LONGEST_SECONDS = 3_600.0  # without a collection of everything, for a server that always has much to do


def collect_young_only() -> None:
    """Leave all but young objects to `GarbageCollection`."""
    gc.set_threshold(YOUNG, NEVER, NEVER)


class GarbageCollection:
    """Collects everything when it is due and the process has used little of its time since the last sweep."""

    def __init__(self) -> None:
        self._collected = self._swept = time.monotonic()
        self._used = time.process_time()

    async def sweep(self) -> None:
        if self._is_due() and (self._was_idle() or self._has_waited_long()):
            gc.collect()
            self._collected = time.monotonic()
        self._swept, self._used = time.monotonic(), time.process_time()

    def _is_due(self) -> bool:
        return gc.get_count()[1] >= DUE

    def _was_idle(self) -> bool:
        return time.process_time() - self._used <= IDLE_SHARE * (time.monotonic() - self._swept)

    def _has_waited_long(self) -> bool:
        return time.monotonic() - self._collected >= LONGEST_SECONDS
