"""Batches spread over a Ray cluster: the same matches as in one process, so the same numbers."""

from collections.abc import Generator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tilefolk.sim.batch import Batch, BotFailed, Result, play_one

MATCHES_OF_A_TASK = 20  # so that a task takes longer than it takes to hand it out
TASKS_OF_A_PROCESSOR = 2  # that are handed out beforehand


class NoRay(ImportError):
    """The extra `ray` is not installed."""


class NoCluster(ConnectionError):
    """No cluster can be reached under an address."""


def play_on_ray(batch: Batch, address: str) -> Generator[Result, None, None]:
    """Play all matches on the cluster of an address and yield results as they come; raises BotFailed.

    What a match comes to follows from the batch and its number alone, so it does not matter who plays it.
    """
    if find_spec("ray") is None:
        raise NoRay
    ray: Any = import_module("ray")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError, OSError) as failed:
        raise NoCluster(str(failed).partition("\n")[0]) from failed
    try:
        yield from results_of(ray, batch)
    finally:
        ray.shutdown()


def results_of(ray: Any, batch: Batch) -> Generator[Result, None, None]:
    """The results of all tasks; never more tasks are handed out than the cluster can soon begin."""
    play = ray.remote(play_some)
    most = max(1, TASKS_OF_A_PROCESSOR * int(ray.cluster_resources().get("CPU", 1)))
    parts = [
        range(first, min(first + MATCHES_OF_A_TASK, batch.matches))
        for first in range(0, batch.matches, MATCHES_OF_A_TASK)
    ]
    pending = [play.remote(batch, part) for part in parts[:most]]
    waiting = iter(parts[most:])
    while pending:
        done, pending = ray.wait(pending, num_returns=1)
        pending += [play.remote(batch, part) for part in [next(waiting, None)] if part is not None]
        for task in done:
            results, failed = ray.get(task)
            yield from results
            if failed is not None:
                raise failed


def play_some(batch: Batch, numbers: Sequence[int]) -> tuple[list[Result], BotFailed | None]:
    """The matches of these numbers, up to one in which a bot fails."""
    results = []
    for number in numbers:
        try:
            results.append(play_one(batch, number))
        except BotFailed as failed:
            return results, failed
    return results, None
