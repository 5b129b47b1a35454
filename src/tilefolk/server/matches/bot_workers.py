"""The worker processes of bots: each has one job at a time, and remembers what it is warm for."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import Any

import structlog

from tilefolk.bots import admit_bots
from tilefolk.bots.characters import Warmth
from tilefolk.processes import block_sigint, end_with_parent, silence_resource_tracker
from tilefolk.threads import run_in_pool

NICENESS = 10  # bots think when the server has nothing to do: people's moves come first
CLOSE_SECONDS = 1.0  # how long a thinking bot may go on when the node stops

log = structlog.get_logger()


class Worker:
    """One process, started with its first job; a process that died is replaced."""

    def __init__(self, admitted: Sequence[str]) -> None:
        self.warm: set[Warmth] = set()
        self.is_idle = True
        self._admitted, self._closed = tuple(admitted), False
        self._pool = self._new_pool()

    @property
    def processes(self) -> list[BaseProcess]:
        """Its process, once it has one."""
        return list((self._pool._processes or {}).values())

    async def run(self, wait_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        """The result of a job. Raises TimeoutError, and BrokenProcessPool where the process died."""
        try:
            with block_sigint():  # the process may be started now, and inherits what we ignore
                future = run_in_pool(self._pool, job, *call)
            return await asyncio.wait_for(future, wait_seconds)
        except BrokenProcessPool:
            log.error("bot worker died")
            self.replace()
            raise

    def replace(self) -> None:
        """Go on with a new process, which is cold; the old one ends, whatever it does."""
        for process in self.processes:
            process.terminate()
        self.warm.clear()
        if not self._closed:
            self._pool = self._new_pool()

    def close(self) -> None:
        """Wait until the process has ended its job, without those that wait."""
        self._closed = True
        self._pool.shutdown(cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1, get_context("spawn"), initializer=_start_worker, initargs=(self._admitted,)
        )


Fits = Callable[[Worker], bool]


class Workers:
    """Lends workers, the first in line first."""

    def __init__(self, processes: int, admitted: Sequence[str] = ()) -> None:
        silence_resource_tracker()
        self._all = [Worker(admitted) for _ in range(processes)]
        self._line: list[tuple[Fits, asyncio.Future[Worker]]] = []

    def __len__(self) -> int:
        return len(self._all)

    @property
    def processes(self) -> list[BaseProcess]:
        """Those that were started."""
        return [process for worker in self._all for process in worker.processes]

    @property
    def idle(self) -> list[Worker]:
        return [worker for worker in self._all if worker.is_idle]

    def warm_for(self, warmth: Warmth) -> int:
        """How many workers are warm for this."""
        return sum(warmth in worker.warm for worker in self._all)

    @contextlib.asynccontextmanager
    async def lend(self, fits: Fits) -> AsyncIterator[Worker]:
        """A worker that fits, as soon as one is idle; nobody else has it in the block."""
        worker = await self._take(fits)
        try:
            yield worker
        finally:
            self._give_back(worker)

    async def _take(self, fits: Fits) -> Worker:
        for worker in self.idle:
            if fits(worker):
                worker.is_idle = False
                return worker
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._line.append((fits, turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # lent in the same moment
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        self._line = [(fits, turn) for fits, turn in self._line if not turn.done()]
        for fits, turn in self._line:
            if fits(worker):
                turn.set_result(worker)
                return
        worker.is_idle = True

    def close(self) -> None:
        """Stop all workers, also one that thinks for ever."""
        processes = self.processes
        closing = [Thread(target=worker.close) for worker in self._all]
        for thread in closing:
            thread.start()
        until = monotonic() + CLOSE_SECONDS
        for thread in closing:  # a pool has to drop cancelled calls before its process is gone
            thread.join(max(0.0, until - monotonic()))
        for process in processes:
            process.terminate()
        for thread in closing:
            thread.join()


def _start_worker(admitted: Sequence[str]) -> None:
    end_with_parent()
    os.nice(NICENESS)
    admit_bots(admitted)
