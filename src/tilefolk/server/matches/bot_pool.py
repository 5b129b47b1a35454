"""Bots think in other processes; one that fails or takes too long is answered for by the default."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from typing import Any

import structlog

from tilefolk.bots import BOTS
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, stream
from tilefolk.games import find
from tilefolk.server import metrics
from tilefolk.sim.orphans import deaf, end_with_parent, tidy_up_silently

LIMIT = 5.0  # seconds a bot may think, of its processor's time
WAIT = 12  # times as long it is waited for: a process has to start, others are before it, a machine is busy
GRACE = 1.0  # seconds it may go on when the house closes

log = structlog.get_logger()


def think(bot: str, way: str, seen: Any, seat: int, key: bytes, n: int, limit: float) -> Action:
    """What a bot answers to what its seat has seen. Raises TimeoutError."""
    game, _ = find(way)
    with _limited(limit):
        return BOTS[bot](Sight(game, seat, seen, game.legal(seen, seat)), stream(key, seat, n))


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """What thinks for longer is torn from its thoughts, and its process is free for the next."""
    signal.signal(signal.SIGVTALRM, _time_is_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _time_is_up(*_: object) -> None:
    raise TimeoutError


class BotPool:
    """A pool of processes for bots."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        tidy_up_silently()
        self._pool = self._new_pool()

    async def answer(self, bot: str, way: str, seen: Any, seat: int, key: bytes, n: int) -> Action | None:
        """The bot's action; None when it failed or overran, which is logged."""
        call = (bot, way, seen, seat, key, n, LIMIT)
        began = time.monotonic()
        try:
            try:
                return await self._thought(*call)
            except BrokenProcessPool:  # not this bot's fault, as far as we know
                return await self._thought(*call)
        except TimeoutError:
            log.warning("bot overran", bot=bot, game=way, seat=seat, seconds=LIMIT)
        except Exception as error:
            log.warning("bot failed", bot=bot, game=way, seat=seat, error=repr(error))
        finally:
            metrics.thinking_seconds.labels(bot).observe(time.monotonic() - began)
        return None

    async def _thought(self, *call: Any) -> Action:
        pool = self._pool
        try:
            with deaf():  # the pool may start a process now
                future = asyncio.get_running_loop().run_in_executor(pool, think, *call)
            return await asyncio.wait_for(future, LIMIT * WAIT)
        except BrokenProcessPool:
            if self._pool is pool:
                log.error("bot pool broke")
                self._pool = self._new_pool()
            raise

    def close(self) -> None:
        """Nobody waits for a bot any more, not even for one that thinks for ever."""
        processes = list(self._pool._processes.values())
        closing = Thread(target=lambda: self._pool.shutdown(cancel_futures=True))
        closing.start()
        closing.join(GRACE)  # the pool has to drop what is cancelled before its processes are gone
        for process in processes:
            process.terminate()
        closing.join()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._processes, mp_context=get_context("spawn"), initializer=end_with_parent
        )
