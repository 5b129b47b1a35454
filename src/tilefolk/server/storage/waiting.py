"""Waiting for a database that is slow or does not answer at all."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from tilefolk.server.errors import Unavailable
from tilefolk.server.storage.time_limits import TimeLimits, time_limits

RETRY_SECONDS = 1.0  # between two attempts
NOTICE_SECONDS = 2.0  # somebody waits so long before they are told, and told again

T = TypeVar("T")


def notices() -> TimeLimits:
    """Runs out for those who have waited so long that they are told."""
    return time_limits(NOTICE_SECONDS)


async def wait_for_database(
    attempt: Callable[[], Awaitable[T]],
    on_failure: Callable[[Unavailable], Awaitable[None]] | None = None,
    retry_seconds: float = RETRY_SECONDS,
) -> T:
    """Repeat an attempt until the database answers, and return the answer.

    `on_failure` is awaited after each failed attempt, before the pause; whatever it raises ends the waiting.
    """
    while True:
        try:
            return await attempt()
        except Unavailable as error:
            if on_failure is not None:
                await on_failure(error)
        await asyncio.sleep(retry_seconds)


async def notify_while_waiting(
    work: Coroutine[Any, Any, T], notify: Callable[[], Awaitable[None]], every_seconds: float
) -> T:
    """Await some work, and call `notify` each time that it has taken so many seconds more."""
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait((task,), timeout=every_seconds))[0]:
            await notify()
        return task.result()
    finally:
        task.cancel()
