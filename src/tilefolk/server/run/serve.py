"""Runs the application with uvicorn, with the same settings for one node and for several."""

import asyncio
import gc
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
    """Serve on a socket until told to stop; open connections get a few seconds. Raises BadDatabase."""
    signal.signal(signal.SIGTERM, _exit)
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
            timeout_graceful_shutdown=5,
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


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    """Exit regularly: uvicorn raises the signal once more when done, which must not kill the process."""
    sys.exit(0)
