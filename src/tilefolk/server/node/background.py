"""Background tasks: work that no request waits for and that ends with the node."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from tilefolk.server.errors import Unavailable

log = structlog.get_logger()


class BackgroundTasks:
    """Runs tasks on their own; one that fails is logged, never lost in silence."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def running(self) -> frozenset[asyncio.Task[object]]:
        return frozenset(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or isinstance(task.exception(), Unavailable):
            return  # what was due is still due: the next sweep sees it
        if error := task.exception():
            log.error("task failed", error=repr(error))
