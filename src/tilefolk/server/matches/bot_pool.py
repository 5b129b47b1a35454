"""Bots think in worker processes. One that fails or overruns is answered for by the game's default."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Thread
from typing import Any, NamedTuple

import structlog

from tilefolk.bots import BOTS, admit_bots
from tilefolk.bots.characters import Character
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, stream
from tilefolk.games import find
from tilefolk.processes import block_sigint, end_with_parent, silence_resource_tracker
from tilefolk.server import metrics
from tilefolk.server.matches.bot_load import ThinkingLoad

CPU_LIMIT_SECONDS = 5.0  # processor time a bot may use for one answer
WAIT_SECONDS = 12 * CPU_LIMIT_SECONDS  # a worker has to start, others may be queued, the machine may be busy
NICENESS = 10  # bots think when the server has nothing to do: people's moves come first
CLOSE_SECONDS = 1.0  # how long a thinking bot may go on when the node stops

log = structlog.get_logger()


class Question(NamedTuple):
    """What a bot is asked: its seat's sight, its random stream, and the part of its budget it may spend."""

    bot: str
    mode: str
    seen: Any
    seat: int
    key: bytes
    n: int
    divisor: int = 1


class Thought(NamedTuple):
    """A bot's answer, and how long the worker thought about it."""

    action: Action
    seconds: float


def ask_bot(question: Question, limit_seconds: float) -> Thought:
    """The bot's answer to what its seat has seen; runs in a worker. Raises TimeoutError."""
    game, _ = find(question.mode)
    sight = Sight(game, question.seat, question.seen, game.legal(question.seen, question.seat))
    thinks = BOTS[question.bot]
    if isinstance(thinks, Character):
        thinks.warm_up(sight)
        thinks = thinks.divided(question.divisor) if question.divisor > 1 else thinks
    began = time.monotonic()
    with _cpu_limit(limit_seconds):
        action = thinks(sight, stream(question.key, question.seat, question.n))
    return Thought(action, time.monotonic() - began)


def run_limited(cpu_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
    """The result of a job that may use so much processor time; runs in a worker. Raises TimeoutError."""
    with _cpu_limit(cpu_seconds):
        return job(*call)


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the block once it has used so much processor time."""
    signal.signal(signal.SIGVTALRM, _raise_timeout)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _raise_timeout(*_: object) -> None:
    raise TimeoutError


def processes_per_node(nodes: int) -> int:
    """How many processes bots get in each of so many nodes on this machine: one per core, at least one."""
    return max(1, len(os.sched_getaffinity(0)) // nodes)


class BotPool:
    """Worker processes for bots; a pool whose worker died is replaced."""

    def __init__(self, processes: int, admitted: Sequence[str] = ()) -> None:
        self._processes, self._admitted = processes, tuple(admitted)
        silence_resource_tracker()
        self._pool = self._new_pool()
        self._load = ThinkingLoad(processes)

    async def answer(self, bot: str, mode: str, seen: Any, seat: int, key: bytes, n: int) -> Action | None:
        """The bot's action; None when it failed or overran, which is logged.

        While answers of many tables are under way it has a part of its budget: else people would wait.
        """
        began = time.monotonic()
        try:
            with self._load.answer(bot, mode) as divisor:
                question = Question(bot, mode, seen, seat, key, n, divisor)
                thought: Thought = await self._run_again(WAIT_SECONDS, ask_bot, question, CPU_LIMIT_SECONDS)
            self._load.note_cost(bot, mode, divisor, thought.seconds)
            metrics.divided_answers.labels(bot).inc(divisor > 1)
            return thought.action
        except TimeoutError:
            log.warning("bot overran", bot=bot, game=mode, seat=seat, seconds=CPU_LIMIT_SECONDS)
        except Exception as error:
            log.warning("bot failed", bot=bot, game=mode, seat=seat, error=repr(error))
        finally:
            metrics.thinking_seconds.labels(bot).observe(time.monotonic() - began)
        return None

    async def run(self, cpu_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        """The result of a job in a worker, which may use so much processor time. Raises TimeoutError."""
        return await self._run_again(12 * cpu_seconds, run_limited, cpu_seconds, job, *call)

    async def _run_again(self, wait_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        try:
            return await self._run(wait_seconds, job, *call)
        except BrokenProcessPool:  # a worker died, perhaps under another job: ask once more
            return await self._run(wait_seconds, job, *call)

    async def _run(self, wait_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        pool = self._pool
        try:
            with block_sigint():  # the pool may start a worker now, which inherits what we ignore
                future = asyncio.get_running_loop().run_in_executor(pool, job, *call)
            return await asyncio.wait_for(future, wait_seconds)
        except BrokenProcessPool:
            if self._pool is pool:
                log.error("bot pool broke")
                self._pool = self._new_pool()
            raise

    def close(self) -> None:
        """Stop all workers, also one that thinks for ever."""
        processes = list(self._pool._processes.values())
        closing = Thread(target=lambda: self._pool.shutdown(cancel_futures=True))
        closing.start()
        closing.join(CLOSE_SECONDS)  # the pool has to drop cancelled calls before its workers are gone
        for process in processes:
            process.terminate()
        closing.join()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._processes, get_context("spawn"), initializer=_start_worker, initargs=(self._admitted,)
        )


def _start_worker(admitted: Sequence[str]) -> None:
    end_with_parent()
    os.nice(NICENESS)
    admit_bots(admitted)
