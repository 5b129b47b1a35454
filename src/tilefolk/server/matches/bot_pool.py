"""Bots think in worker processes. One that fails or overruns is answered for by the game's default."""

import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

import structlog

from tilefolk.bots import BOTS
from tilefolk.bots.characters import Character, Warmth
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, stream
from tilefolk.games import find
from tilefolk.server import metrics
from tilefolk.server.matches.bot_load import ThinkingLoad
from tilefolk.server.matches.bot_warming import Warming
from tilefolk.server.matches.bot_workers import Workers
from tilefolk.twin.core import Form, form

CPU_LIMIT_SECONDS = 5.0  # processor time a bot may use for one answer
WAIT_SECONDS = 12 * CPU_LIMIT_SECONDS  # a worker may have to start, the machine may be busy

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
    """A bot's answer, how long the worker thought about it, and what it searched with if it did."""

    action: Action
    seconds: float
    kernels: Form | None = None


def ask_bot(question: Question, limit_seconds: float) -> Thought:
    """The bot's answer to what its seat has seen; runs in a worker. Raises TimeoutError."""
    game, _ = find(question.mode)
    sight = Sight(game, question.seat, question.seen, game.legal(question.seen, question.seat))
    thinks, kernels = BOTS[question.bot], None
    if isinstance(thinks, Character):
        if warmth := thinks.warmth(question.mode):
            warmth.warm_up()
            kernels = form()
        thinks = thinks.divided(question.divisor) if question.divisor > 1 else thinks
    began = time.monotonic()
    with _cpu_limit(limit_seconds):
        action = thinks(sight, stream(question.key, question.seat, question.n))
    return Thought(action, time.monotonic() - began, kernels)


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
    """Bots in worker processes, and whatever else needs one."""

    def __init__(self, processes: int, admitted: Sequence[str] = ()) -> None:
        self.workers = Workers(processes, admitted)
        self._warming = Warming(self.workers)
        self._load = ThinkingLoad(processes)
        self._searching: Counter[Warmth] = Counter()  # answers under way
        self._kernels: set[Form] = set()  # what workers search with

    def prepare(self, bots: Iterable[str], mode: str) -> None:
        """Warm workers up for bots that are about to play a mode together; nobody waits for that."""
        for warmth, seats in Counter(_warmth(bot, mode) for bot in bots).items():
            if warmth is not None:
                self._warming.want(warmth, seats)

    async def answer(self, bot: str, mode: str, seen: Any, seat: int, key: bytes, n: int) -> Action | None:
        """The bot's action; None when it failed or overran, which is logged.

        While answers of many tables are under way it has a part of its budget: else people would wait.
        """
        began = time.monotonic()
        try:
            with self._load.answer(bot, mode) as divisor:
                question = Question(bot, mode, seen, seat, key, n, divisor)
                thought: Thought = await self._ask(_warmth(bot, mode), question)
            self._load.note_cost(bot, mode, divisor, thought.seconds)
            metrics.divided_answers.labels(bot).inc(divisor > 1)
            self._note_kernels(thought.kernels)
            return thought.action
        except TimeoutError:
            log.warning("bot overran", bot=bot, game=mode, seat=seat, seconds=CPU_LIMIT_SECONDS)
        except Exception as error:
            log.warning("bot failed", bot=bot, game=mode, seat=seat, error=repr(error))
        finally:
            metrics.thinking_seconds.labels(bot).observe(time.monotonic() - began)
        return None

    def _note_kernels(self, kernels: Form | None) -> None:
        """Say once what workers search with, and warn if that is less than it should be."""
        if kernels is None or kernels in self._kernels:
            return
        self._kernels.add(kernels)
        metrics.kernels.labels(kernels.name).set(1)
        say = log.info if kernels.is_compiled else log.warning
        say("bots search with kernels", form=kernels.name, why=kernels.why)

    async def run(self, cpu_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        """The result of a job in a worker, which may use so much processor time. Raises TimeoutError."""
        return await self._run_again(None, 12 * cpu_seconds, run_limited, cpu_seconds, job, *call)

    async def _ask(self, warmth: Warmth | None, question: Question) -> Any:
        """The answer of a worker that is warm for it: the time for it begins when it has one."""
        call = ask_bot, question, CPU_LIMIT_SECONDS
        if warmth is None:
            return await self._run_again(None, WAIT_SECONDS, *call)
        self._searching[warmth] += 1
        self._warming.want(warmth, self._searching[warmth])
        try:
            return await self._run_again(warmth, WAIT_SECONDS, *call)
        finally:
            self._searching[warmth] -= 1

    async def _run_again(
        self, warmth: Warmth | None, wait_seconds: float, job: Callable[..., Any], *call: Any
    ) -> Any:
        try:
            return await self._run(warmth, wait_seconds, job, *call)
        except BrokenProcessPool:  # the worker died under it: ask another once more
            self._warming.go_on()
            return await self._run(warmth, wait_seconds, job, *call)

    async def _run(
        self, warmth: Warmth | None, wait_seconds: float, job: Callable[..., Any], *call: Any
    ) -> Any:
        async with self.workers.lend(lambda worker: warmth is None or warmth in worker.warm) as worker:
            return await worker.run(wait_seconds, job, *call)

    def close(self) -> None:
        """Stop all workers, also one that thinks for ever."""
        self._warming.close()
        self.workers.close()


def _warmth(bot: str, mode: str) -> Warmth | None:
    thinks = BOTS.get(bot)
    return thinks.warmth(mode) if isinstance(thinks, Character) else None
