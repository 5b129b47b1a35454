"""What a node does besides answering requests, from its start to its end."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.next_match import NextMatches
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import Sweep, resume_matches


async def run_duties(node: Node, *more: Callable[[], Awaitable[None]]) -> None:
    """Resume matches, sweep and beat until cancelled; `more` are duties of the sweep from other packages."""
    sweep = Sweep(node, Deadlines(node).sweep, NextMatches(node).sweep, *more)
    heartbeat = Heartbeat(node)
    node.background.spawn(resume_matches(node))
    try:
        await asyncio.gather(sweep.run(), heartbeat.run())
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await heartbeat.leave()
