"""Bots think in other processes; one that fails or takes too long is answered for by the default."""

import asyncio
import time
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

LIMIT = 5.0  # seconds a bot may think
GRACE = 1.0  # seconds it may go on when the house closes

log = structlog.get_logger()


def think(bot: str, way: str, seen: Any, seat: int, key: bytes, n: int) -> Action:
    """What a bot answers to what its seat has seen."""
    game, _ = find(way)
    return BOTS[bot](Sight(game, seat, seen, game.legal(seen, seat)), stream(key, seat, n))


class Thinkers:
    """A pool of processes for bots."""

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        self._processes, self._limit = processes, limit
        tidy_up_silently()
        self._pool = self._new_pool()

    async def answer(self, bot: str, way: str, seen: Any, seat: int, key: bytes, n: int) -> Action | None:
        """The bot's action; None when it failed or overran, which is logged."""
        call = (bot, way, seen, seat, key, n)
        began = time.monotonic()
        try:
            with deaf():  # the pool may start a process now
                future = asyncio.get_running_loop().run_in_executor(self._pool, think, *call)
            return await asyncio.wait_for(future, self._limit)
        except BrokenProcessPool:
            log.error("bot pool broke", bot=bot, game=way)
            self._pool = self._new_pool()
        except TimeoutError:
            log.warning("bot overran", bot=bot, game=way, seat=seat, seconds=self._limit)
        except Exception as error:
            log.warning("bot failed", bot=bot, game=way, seat=seat, error=repr(error))
        finally:
            metrics.thinking_seconds.labels(bot).observe(time.monotonic() - began)
        return None

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
