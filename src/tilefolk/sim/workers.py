"""Processes that play single matches of batches, handed out a few at a time."""

import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from tilefolk.processes import block_sigint, end_with_parent, silence_resource_tracker

QUEUED_PER_PROCESS = 4  # calls for each process that are handed out beforehand
THREAD_SECONDS = 5.0  # that the pool's own threads may take to see that its processes are gone

Call = TypeVar("Call", bound=tuple[Any, ...])
Done = TypeVar("Done")


class Workers:
    """So many processes, or none for a single job; leaving the context stops them."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._children_before, self._threads_before = set(active_children()), set(threading.enumerate())
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            silence_resource_tracker()  # which would let Ctrl-C through when the first process starts
            self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - self._children_before:
                worker.kill()
            for thread in set(threading.enumerate()) - self._threads_before:
                thread.join(THREAD_SECONDS)  # else Python may wake one at exit that is just closing its pipe

    def run(
        self, work: Callable[..., Done], calls: Iterable[Call]
    ) -> Generator[tuple[Call, Done], None, None]:
        """Yield every call with what the work gave for it, as soon as it is done."""
        if self._pool is None:
            for call in calls:
                yield call, work(*call)
            return
        pending: dict[Future[Done], Call] = {}
        for call in calls:
            with block_sigint():
                pending[self._pool.submit(work, *call)] = call
            if len(pending) == QUEUED_PER_PROCESS * self._jobs:
                yield from _first_done(pending)
        while pending:
            yield from _first_done(pending)


def _first_done(pending: dict[Future[Done], Call]) -> Generator[tuple[Call, Done], None, None]:
    done, _ = wait_for(pending, return_when=FIRST_COMPLETED)
    for future in done:
        yield pending.pop(future), future.result()
