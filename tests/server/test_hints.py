"""Hints take their turns: nobody has two under way, and all of them together take one worker."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.nodes import live_match_of, node_at, people, started
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.coaching import Coaching, HintUnderWay
from tilefolk.server.matches.live_match import LiveMatch


class SlowPool:
    """Finishes a job when it is told to."""

    def __init__(self) -> None:
        self.jobs: list[asyncio.Future[list[Any]]] = []

    async def run(self, cpu_seconds: float, job: Any, *call: Any) -> list[Any]:
        self.jobs.append(asyncio.get_running_loop().create_future())
        return await self.jobs[-1]


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveMatch]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        yield await live_match_of(node, await started(node, "my_city/eternal", [ola], None))


async def test_hints_take_their_turns(live: LiveMatch) -> None:
    pool = SlowPool()
    coaching = Coaching(cast(BotPool, pool))
    asked = [asyncio.create_task(coaching.hint(live, 0, name)) for name in ("Ola", "Jan", "Ola")]
    with pytest.raises(HintUnderWay):
        await asked[2]
    assert len(pool.jobs) == 1, "Jan waits for hers"
    pool.jobs[0].set_exception(TimeoutError())
    with pytest.raises(TimeoutError):
        await asked[0]
    await asyncio.sleep(0)
    again = asyncio.create_task(coaching.hint(live, 0, "Ola"))
    for number in (1, 2):
        while len(pool.jobs) <= number:
            await asyncio.sleep(0)
        pool.jobs[number].set_result([number])
    told: list[object] = [await asked[1], await again]
    assert told == [[1], [2]]
