"""Runs the application with uvicorn, with the same settings for one node and for several."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from functools import partial
from types import FrameType
from typing import NoReturn

import uvicorn

from tilefolk.defaults import DATABASE_FILE
from tilefolk.server.node.garbage import collect_young_only
from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.connections import Connections
from tilefolk.server.run.live_socket import LiveSocket
from tilefolk.server.run.read_timeouts import TimedHttp
from tilefolk.server.run.site import open_site
from tilefolk.server.storage.engine import database_url
from tilefolk.server.storage.file_lock import lock_database_file

BACKLOG = 4096  # connections that wait to be accepted
CLOSE_SECONDS = 2  # for requests under way, and for clients to read what was sent, when the node stops
INTERRUPTED = 130  # the exit status of a command that Ctrl-C has ended
CONNECTIONS_PER_SOCKET = 2  # of an address: pages and calls have some beside the socket
ACCEPTED_PER_ROUND = 2  # of the event loop: when thousands come back at once, moves are answered in between


class Server(uvicorn.Server):
    """uvicorn's server with limits of connections; asyncio accepts as many in one go as its backlog says."""

    def __init__(self, settings: uvicorn.Config, per_address: int) -> None:
        super().__init__(settings)
        self._connections = Connections(per_address, settings.forwarded_allow_ips)
        settings.http = partial(TimedHttp, self._connections)  # type: ignore[assignment]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._connections.handle_exception)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)


def run(config: Config, listening: socket.socket) -> None:
    """Serve on a socket until told to stop, then end the process. Raises BadDatabase."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    send_at_once(listening)
    database = config.database or config.data / DATABASE_FILE
    with lock_database_file(database_url(database), "{}:{}".format(*listening.getsockname())):
        app = create_app(config, open_site(database, config.data))
        gc.freeze()  # full collections skip what stays for good
        collect_young_only()
        settings = uvicorn.Config(
            app,
            log_config=None,  # ours is set
            log_level="error",  # strangers can make uvicorn warn as often as they like
            access_log=False,
            ws=LiveSocket,
            ws_max_size=16_384,
            timeout_graceful_shutdown=CLOSE_SECONDS,
            server_header=False,
            backlog=ACCEPTED_PER_ROUND,
        )
        Server(settings, CONNECTIONS_PER_SOCKET * config.sockets_per_address).run(sockets=[listening])


def send_at_once(listening: socket.socket) -> None:
    """Have accepted connections send whatever is written, without waiting for an acknowledgement first.

    asyncio does so only for connections whose socket names its protocol, and `create_server` names none. The
    body of an answer, written after its head, would then wait 40 ms for the caller's delayed acknowledgement.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """End at once: uvicorn raises the signal once more when all is closed.

    Python would go through everything in memory first, and with a gigabyte of it that takes half a minute.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(0 if number == signal.SIGTERM else INTERRUPTED)
