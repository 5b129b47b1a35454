"""What a node does besides answering requests, from its start to its end."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from tilefolk.server.errors import Unavailable
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.garbage import GarbageCollection
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.next_match import NextMatches
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import Sweep, resume_matches

RESTART_SECONDS = 3.0  # after a failure, before the same work begins again


async def run_duties(node: Node, **more: Callable[[], Awaitable[None]]) -> None:
    """Resume matches, sweep and beat until cancelled; `more` are duties of the sweep from other packages."""
    own = {
        "deadlines": Deadlines(node).sweep,
        "next_match": NextMatches(node).sweep,
        "garbage": GarbageCollection().sweep,
    }
    sweep = Sweep(node, **own, **more)
    heartbeat = Heartbeat(node)
    try:
        await asyncio.gather(
            _keep_running(node, "resume", lambda: resume_matches(node)),
            _keep_running(node, "sweep", sweep.run),
            _keep_running(node, "heartbeat", heartbeat.run),
        )
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await heartbeat.leave()


async def _keep_running(node: Node, name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Run work to its end; when it fails, log that once and begin again."""
    while True:
        with contextlib.suppress(Unavailable), node.failures.isolate(name):
            return await work()
        await asyncio.sleep(RESTART_SECONDS)
