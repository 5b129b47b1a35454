"""The cache of tables: one read for all who ask, and nothing in it that was invalidated meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

from tilefolk.server.storage.store import Store
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.table import TableRow

Steps = Callable[["SlowStore", TableCache], Awaitable[None]]


class SlowStore:
    """Answers a read when it is told to, with one table whose name counts the reads."""

    def __init__(self) -> None:
        self.reads: list[asyncio.Future[list[TableRow]]] = []

    async def read(self, work: Any) -> list[TableRow]:
        self.reads.append(asyncio.get_running_loop().create_future())
        return await self.reads[-1]

    def answer(self, number: int, table_id: str) -> None:
        row = TableRow(table_id, "g", {}, False, None, "host", created=0, touched=0, name=str(number))
        self.reads[number].set_result([row])


def play(steps: Steps) -> None:
    async def run() -> None:
        store = SlowStore()
        await steps(store, TableCache(cast(Store, store)))

    asyncio.run(run())


async def asked(cache: TableCache, table_id: str) -> "asyncio.Task[TableRow | None]":
    task = asyncio.create_task(cache.get(table_id))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


def named(table: TableRow | None) -> str:
    assert table is not None
    return table.name


def test_all_who_ask_wait_for_one_read() -> None:
    async def steps(store: SlowStore, cache: TableCache) -> None:
        first, second = await asked(cache, "a"), await asked(cache, "a")
        store.answer(0, "a")
        assert (named(await first), named(await second)) == ("0", "0")
        assert named(await cache.get("a")) == "0" and len(store.reads) == 1

    play(steps)


def test_a_read_that_was_invalidated_is_not_cached_nor_waited_for() -> None:
    async def steps(store: SlowStore, cache: TableCache) -> None:
        before = await asked(cache, "a")
        cache.invalidate("a")
        after = await asked(cache, "a")
        store.answer(1, "a")
        assert named(await after) == "1"
        store.answer(0, "a")
        assert named(await before) == "0", "whoever asked earlier gets what was read then"
        assert named(await cache.get("a")) == "1" and len(store.reads) == 2

    play(steps)


def test_another_table_that_changes_does_not_matter() -> None:
    async def steps(store: SlowStore, cache: TableCache) -> None:
        reading = await asked(cache, "a")
        cache.invalidate("b")
        store.answer(0, "a")
        await reading
        assert named(await cache.get("a")) == "0" and len(store.reads) == 1

    play(steps)


def test_whoever_gives_up_does_not_take_the_read_from_the_others() -> None:
    async def steps(store: SlowStore, cache: TableCache) -> None:
        first, second = await asked(cache, "a"), await asked(cache, "a")
        first.cancel()
        await asyncio.sleep(0)
        store.answer(0, "a")
        assert named(await second) == "0" and len(store.reads) == 1

    play(steps)


def test_a_table_that_changes_twice_before_it_is_read_is_read_once() -> None:
    async def steps(store: SlowStore, cache: TableCache) -> None:
        async def changed() -> "TableRow | None":
            cache.invalidate("a")
            return await cache.get("a")

        both = [asyncio.create_task(changed()) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        store.answer(0, "a")
        assert [named(await one) for one in both] == ["0", "0"] and len(store.reads) == 1

    play(steps)
