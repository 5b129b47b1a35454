"""`python -m tests.server.forking`: servers that start at once, out of a process that has all imported.

Reads a line of JSON for every server and answers with the id of its process; see tests/server/nursery.py.
"""

import asyncio
import contextlib
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import alembic.command
import alembic.config  # noqa: F401 (each server would import it again)

from tests.server import jumping  # before anybody else asks for the time
from tests.server.holds import watched_serve
from tests.server.steady import steady_serve
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.run.app import Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import BACKLOG, run


def node(data: str, port: str, database: str = "", *bots: str) -> None:
    """One whose time of day can jump; bots from files play there."""
    jumping.listen()
    configure_logs(json_lines=True)
    config = Config(Path(data), database, calls_per_second=10_000, newcomers_per_minute=1_000_000, bots=bots)
    config = config._replace(hold_seconds=0.3)
    run(config, socket.create_server(("127.0.0.1", int(port)), backlog=BACKLOG))


def impatient_node(*words: str) -> None:
    """One that takes a database for gone after 4 seconds, and a connection for impossible after 2."""
    soon = {"connect_timeout": 2}
    with (
        patch("tilefolk.server.storage.store.JOB_TIMEOUT_SECONDS", 4.0),
        patch.dict("tilefolk.server.storage.engine.POSTGRES_KEEPALIVE", soon),
        patch.dict("tilefolk.server.storage.engine.POSTGRES_OPTIONS", soon),
    ):
        node(*words)


def small_node(*words: str, reserved: int = 64) -> None:
    """One with few file descriptors, in a hurry with those who keep them without a request."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (160, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with (
        patch("tilefolk.server.run.connections.RESERVED_DESCRIPTORS", reserved),
        patch("tilefolk.server.run.connections.QUIET_SECONDS", 2.5),  # the system is asked again after 1
        patch("tilefolk.server.run.read_timeouts.READ_SECONDS", 3.0),
    ):
        node(*words)


def careless_node(*words: str) -> None:
    """Such a one that takes connections until the system has no descriptor left."""
    small_node(*words, reserved=-1000)


def silent_node(*words: str) -> None:
    """One that is in a hurry, and whose application lets nobody in and sends nobody away."""

    async def say_nothing(*_: object) -> None:
        await asyncio.Event().wait()

    with (
        patch("tilefolk.server.http.live.live_api._live", say_nothing),
        patch("tilefolk.server.run.read_timeouts.READ_SECONDS", 0.5),
    ):
        node(*words)


KINDS: dict[str, Callable[..., None]] = {
    "node": node,
    "impatient_node": impatient_node,
    "silent_node": silent_node,
    "small_node": small_node,
    "careless_node": careless_node,
    "steady": steady_serve,
    "watched": watched_serve,
}


def serve(kind: str, words: list[str], log: str, settings: dict[str, str]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    os.environ.update(settings)
    main = sys.modules["__main__"]
    main.__spec__ = None  # processes that the server starts need nothing of this module
    del main.__file__
    KINDS[kind](*words)


def bury(*_: object) -> None:
    """Servers that have ended leave nothing behind."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, bury)
    for language in LANGUAGES:
        texts(language)  # each server would read them again
    for line in sys.stdin:
        child = os.fork()
        if not child:
            serve(**json.loads(line))
            os._exit(0)
        print(child, flush=True)
    os.killpg(0, signal.SIGKILL)  # nobody wants servers any more
