"""Workers get warm before a bot that searches is asked: its kernels and tables take a moment to load."""

import asyncio
from time import monotonic

import structlog

from tilefolk.bots.characters import Warmth
from tilefolk.server.matches.bot_workers import Worker, Workers

WARM_UP_SECONDS = 120.0  # for the tables of a mode and the kernels, on a machine that may be busy
PATIENCE_SECONDS = 5.0  # how long answers under way go before a further worker
LOOK_SECONDS = 0.1  # between two looks whether they are still under way

log = structlog.get_logger()


class Warming:
    """Warms workers up in the background, one at a time: the others answer meanwhile.

    The first worker of a mode comes at once, further ones when answers leave time for them. It begins when
    something is wanted, so a site without bots that search starts no process for it.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._wanted: dict[Warmth, int] = {}  # how many workers are to be warm
        self._task: asyncio.Task[None] | None = None

    def want(self, warmth: Warmth, answers: int) -> None:
        """Have workers ready for so many answers at once, and one more: others may come."""
        wanted = min(answers + 1, len(self._workers))
        self._wanted[warmth] = max(wanted, self._wanted.get(warmth, 0))
        self.go_on()

    def go_on(self) -> None:
        """Warm up what is cold, also what has turned cold because a process died."""
        if self._next() and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        self._wanted.clear()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while self._next():
            await self._leave_time()
            if warmth := self._next():
                await self._warm_one(warmth)

    async def _leave_time(self) -> None:
        """Let answers under way have the cores, unless a mode has no warm worker at all."""
        until = monotonic() + PATIENCE_SECONDS
        while (warmth := self._next()) and self._workers.warm_for(warmth):
            cold = [worker for worker in self._workers.idle if warmth not in worker.warm]
            if cold and (len(self._workers.idle) == len(self._workers) or monotonic() > until):
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _next(self) -> Warmth | None:
        """What the fewest workers are warm for: each mode gets a first worker before any gets a second."""
        cold = [one for one, wanted in self._wanted.items() if self._workers.warm_for(one) < wanted]
        return min(cold, key=self._workers.warm_for, default=None)

    async def _warm_one(self, warmth: Warmth) -> None:
        """Warm up a cold worker. One that failed counts as warm too: its answers will tell what is wrong."""
        async with self._workers.lend(lambda worker: warmth not in worker.warm) as worker:
            try:
                await worker.run(WARM_UP_SECONDS, warmth.warm_up)
            except Exception as error:
                log.warning("bot not warm", module=warmth.module, game=warmth.mode, error=repr(error))
                _end_overrun(worker, error)
            worker.warm.add(warmth)


def _end_overrun(worker: Worker, error: Exception) -> None:
    if isinstance(error, TimeoutError):
        worker.replace()
