"""Waiting for the database: what is tried again, what ends the waiting, who is told meanwhile."""

import asyncio

import pytest

from tilefolk.server.errors import Unavailable
from tilefolk.server.storage.change_feed import Change, ChangeFeed
from tilefolk.server.storage.waiting import notify_while_waiting, wait_for_database


class Database:
    """Fails with these errors, one after the other, then answers."""

    def __init__(self, *errors: Exception) -> None:
        self._errors = list(errors)

    async def ask(self) -> str:
        if self._errors:
            raise self._errors.pop(0)
        return "answer"


async def test_an_attempt_is_repeated_until_the_database_answers() -> None:
    first, second = Unavailable("first"), Unavailable("second")
    failures: list[Unavailable] = []

    async def note(error: Unavailable) -> None:
        failures.append(error)

    assert await wait_for_database(Database(first, second).ask, note, retry_seconds=0) == "answer"
    assert failures == [first, second]


async def test_other_errors_end_the_waiting() -> None:
    with pytest.raises(KeyError):
        await wait_for_database(Database(Unavailable(), KeyError()).ask, retry_seconds=0)


async def test_whoever_is_told_of_a_failure_may_end_the_waiting() -> None:
    async def leave(_: Unavailable) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await wait_for_database(Database(Unavailable()).ask, leave, retry_seconds=0)


async def test_somebody_is_told_again_and_again_while_work_takes_long() -> None:
    enough, notices = asyncio.Event(), list[int]()

    async def work() -> str:
        await enough.wait()
        return "answer"

    async def notify() -> None:
        notices.append(len(notices))
        if len(notices) == 3:
            enough.set()

    assert await notify_while_waiting(work(), notify, every_seconds=0.001) == "answer"
    assert notices[:3] == [0, 1, 2]


async def test_work_nobody_waits_for_any_more_is_cancelled() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def leave() -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await notify_while_waiting(work(), leave, every_seconds=0.001)
    async with asyncio.timeout(10):
        await ended.wait()


async def test_only_changes_of_other_nodes_in_our_words_are_handed_on() -> None:
    feed, heard = ChangeFeed(None), list[Change]()
    loop = asyncio.get_running_loop()
    for payload in (
        f"{feed.node_id} match a",
        "other here b",
        "other table",
        "other table c d",
        "other talk e",
    ):
        feed._dispatch(loop, heard.append, payload)
    await asyncio.sleep(0)
    assert heard == [Change("talk", "e")]
