"""One clock for the pings of all sockets: a client that does not answer one until the next is gone."""

import asyncio
import os
from itertools import cycle
from typing import Protocol

PING_SECONDS = 20.0  # between two pings of a socket
STEPS = 20  # sockets are spread over so many moments


class Pinged(Protocol):
    """A socket that is pinged."""

    def ping(self, payload: bytes) -> None:
        """Send a ping, or close if the last one was not answered."""


class PingClock:
    """Pings a share of the sockets every second, all with one payload."""

    def __init__(self) -> None:
        self._groups: list[set[Pinged]] = [set() for _ in range(STEPS)]
        self._next_to_ping, self._next_to_join = cycle(self._groups), cycle(self._groups)
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: Pinged) -> set[Pinged]:
        """Begin to ping a socket; it leaves by removing itself from the group that is returned."""
        if self._timer is None:
            self._start()
        group = next(self._next_to_join)
        group.add(socket)
        return group

    def _start(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PING_SECONDS / STEPS, self._tick)

    def _tick(self) -> None:
        payload = os.urandom(4)
        for socket in list(next(self._next_to_ping)):
            socket.ping(payload)
        if any(self._groups):
            self._start()
        else:
            self._timer = None
