"""Work beside the event loop: whatever it raises reaches who waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def run_aside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> asyncio.Future[T]:
    """Run work in a thread; await what comes of it."""
    call = partial(raise_carried, work, *given, **named)
    return asyncio.get_running_loop().run_in_executor(None, partial(copy_context().run, call))


def run_in_pool(pool: Executor, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> asyncio.Future[T]:
    """Run work in a thread or process of this pool; await what comes of it."""
    call = partial(raise_carried, work, *given, **named)
    return asyncio.get_running_loop().run_in_executor(pool, call)


def raise_carried(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Do the work and raise only what a future can carry: one never ends that is given a StopIteration."""
    try:
        return work(*given, **named)
    except StopIteration as error:
        raise carried(error) from error


def carried(error: Exception) -> Exception:
    """The error, or one in place of a StopIteration, as Python itself does in generators."""
    return RuntimeError("work raised StopIteration") if isinstance(error, StopIteration) else error
