"""Running the application: one set of settings for everybody who serves it."""

import gc
import signal
import socket
import sys
from types import FrameType
from typing import NoReturn

import uvicorn

from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.site import open_site
from tilefolk.server.run.socket_compression import CompressedSocket
from tilefolk.server.storage.engine import address
from tilefolk.server.storage.file_lock import held

SELDOM = (20_000, 20, 500)  # matches are nested tuples that stay: looking through them only makes pauses
BACKLOG = 4096


def run(config: Config, listening: socket.socket) -> None:
    """Serve on a socket until told to stop; open connections get a few seconds. Raises BadDatabase."""
    signal.signal(signal.SIGTERM, _end)
    database = config.database or config.data / "tilefolk.sqlite"
    with held(address(database), "{}:{}".format(*listening.getsockname())):
        app = create_app(config, open_site(database, config.data))
        gc.collect()
        gc.freeze()  # what is there for good need not be looked at by every full collection
        gc.set_threshold(*SELDOM)
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws=CompressedSocket,
            ws_max_size=16_384,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        uvicorn.Server(settings).run(sockets=[listening])


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Leave by the door: uvicorn raises the signal once more when it is done, and that must not kill us."""
    sys.exit(0)
