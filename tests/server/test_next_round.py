"""Work that waits for the next round of the event loop."""

import asyncio
from typing import Any

from tilefolk.server.node.next_round import NextRound


async def test_work_that_fails_keeps_nobody_from_theirs() -> None:
    done: list[str] = []
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    def fail() -> None:
        raise ValueError("a fault")

    rounds = NextRound()
    rounds.add(lambda: done.append("first"))
    rounds.add(fail)
    rounds.add(lambda: done.append("last"))
    assert done == []
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert done == ["first", "last"]
    assert [str(context["exception"]) for context in told] == ["a fault"]


async def test_work_added_meanwhile_is_for_the_round_after() -> None:
    done: list[str] = []
    rounds = NextRound()
    rounds.add(lambda: rounds.add(lambda: done.append("later")))
    await asyncio.sleep(0)
    assert done == []
    await asyncio.sleep(0)
    assert done == ["later"]
