"""The change feed is back soon after the database is, whatever has happened to its connection meanwhile."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator

import pytest

from tests.effort import LONG
from tests.server.postgres import Postgres, postgres
from tilefolk.server.storage.change_feed import Change, ChangeFeed
from tilefolk.server.storage.engine import database_url, engine_for

HANGS_SECONDS = (4.0, 6.5, 15.0) if LONG else (2.7,)
BACK_SECONDS = 2.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def cut(feed: ChangeFeed) -> None:
    """The feed's connection breaks."""
    with socket.socket(fileno=os.dup(feed._connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("is_cut", [True, False])
@pytest.mark.parametrize("seconds", HANGS_SECONDS)
async def test_changes_are_heard_soon_after_a_hang(cluster: Postgres, seconds: float, is_cut: bool) -> None:
    url = database_url(cluster.url)
    engine, heard = engine_for(url), asyncio.Event()
    here, other = ChangeFeed(url), ChangeFeed(url)

    def hear(change: Change) -> None:
        heard.set()

    def announce() -> None:
        with engine.begin() as connection:
            other.announce(connection, "match", "a")

    async def wait_until_heard() -> None:
        heard.clear()
        while not heard.is_set():
            await asyncio.to_thread(announce)
            await asyncio.sleep(0.05)

    here.listen(hear)
    try:
        await asyncio.wait_for(wait_until_heard(), 10)
        cluster.tell(signal.SIGSTOP)
        if is_cut:
            cut(here)
        await asyncio.sleep(seconds)
        cluster.tell(signal.SIGCONT)
        back = time.monotonic()
        await asyncio.wait_for(wait_until_heard(), 30)
        assert time.monotonic() - back < BACK_SECONDS
    finally:
        here.close()
        engine.dispose()
