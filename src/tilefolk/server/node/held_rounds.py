"""Closes rounds that are held open when their time is up."""

import asyncio
from typing import Protocol
from weakref import WeakSet

from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.registry import MatchRegistry
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.failures import Failures


class HoldHost(Protocol):
    """What held rounds need of their node."""

    background: BackgroundTasks
    failures: Failures
    live_matches: MatchRegistry

    def match_grew(self, live: LiveMatch) -> None: ...


class HeldRounds:
    """Waits for each match whose round is held open, once at most.

    The record tells when the time is up, so any node may close the round, and one of them does.
    """

    def __init__(self, host: HoldHost) -> None:
        self._host = host
        self._watched: WeakSet[LiveMatch] = WeakSet()

    def watch(self, live: LiveMatch) -> None:
        """Close the round of this match in time, if it is held open."""
        if live.match.held and live not in self._watched:
            self._watched.add(live)
            self._host.background.spawn(self._close_in_time(live))

    async def _close_in_time(self, live: LiveMatch) -> None:
        try:
            while left := live.hold_left():
                await asyncio.sleep(left)
            await self.close(live)
        finally:
            self._watched.discard(live)

    async def close(self, live: LiveMatch) -> None:
        """Close the round now. After a failure the next sweep tries again."""
        if live.match.held:
            with self._host.failures.isolate("held round", live.id):
                with self._host.live_matches.catch_unreadable(live.id):
                    await live.close_round()
                self._host.match_grew(live)
