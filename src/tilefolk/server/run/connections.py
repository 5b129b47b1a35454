"""The open connections of a node: how many one network address may have, and how many all together.

A node that accepts until its file descriptors are used up cannot open its own files any more.
"""

import asyncio
import errno
import resource
import sys
from collections import Counter
from typing import Any

import structlog
from uvicorn.middleware.proxy_headers import _TrustedHosts

RESERVED_DESCRIPTORS = 64  # for the database, pages, bots, and calls of the node itself
QUIET_SECONDS = 5.0  # without a connection that was refused: there is room again
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # why the system accepts no connection

log = structlog.get_logger()


class Connections:
    """Counts connections from their first moment, requests and sockets alike.

    Proxies that we believe have no limit of their own: they speak for many addresses.
    """

    def __init__(self, per_address: int, proxies: list[str] | str) -> None:
        self._most = descriptors() - RESERVED_DESCRIPTORS
        self._per_address = min(per_address, self._most // 2)  # nobody shuts the site alone
        self._proxies = _TrustedHosts(proxies)
        self._open: Counter[str] = Counter()
        self._refused_until: asyncio.TimerHandle | None = None

    def take(self, address: str) -> bool:
        """Count a connection, where there is room for it."""
        if self._open.total() >= self._most:
            self._note_shortage()
            return False
        if self._open[address] >= self._per_address and address not in self._proxies:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say once that nothing can be accepted: asyncio would write a traceback at every try."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in NO_ROOM and "socket" in context:
            self._note_shortage()
        else:
            loop.default_exception_handler(context)

    def _note_shortage(self) -> None:
        if self._refused_until is None:
            log.error("no room for connections", open=self._open.total(), descriptors=descriptors())
        else:
            self._refused_until.cancel()
        self._refused_until = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._note_room)

    def _note_room(self) -> None:
        self._refused_until = None
        log.info("room for connections again", open=self._open.total())


def descriptors() -> int:
    """How many file descriptors this process may have."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if most == resource.RLIM_INFINITY else most
