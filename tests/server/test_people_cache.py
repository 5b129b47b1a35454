"""Whoever comes back is known without the database, until somebody's name or link changes."""

import asyncio
from typing import Any, cast

from tilefolk.server.people.cache import PeopleCache
from tilefolk.server.people.identity import Credential, Person
from tilefolk.server.storage.store import Store

ANN = Credential("ann")


class CountingStore:
    """Finds the same person again and again, and counts how often it is asked."""

    def __init__(self, shared: bool) -> None:
        self.shared, self.reads = shared, 0
        self.found: Person | None = Person("ann", "Ann", "en")

    async def read(self, work: Any) -> Person | None:
        self.reads += 1
        found = self.found
        await asyncio.sleep(0)
        return found


def test_who_was_found_is_not_looked_up_again() -> None:
    store = CountingStore(shared=False)
    cache = PeopleCache(cast(Store, store))

    async def steps() -> None:
        assert cache.peek(ANN) is None and await cache.get(None) is None
        assert await cache.get(ANN) == await cache.get(ANN) == cache.peek(ANN) == store.found
        assert store.reads == 1
        cache.invalidate()
        store.found = None
        assert cache.peek(ANN) is None and await cache.get(ANN) is None

    asyncio.run(steps())


def test_what_was_read_before_a_change_is_not_kept() -> None:
    store = CountingStore(shared=False)
    cache = PeopleCache(cast(Store, store))

    async def steps() -> None:
        reading = asyncio.create_task(cache.get(ANN))
        await asyncio.sleep(0)
        cache.invalidate()
        await reading
        assert cache.peek(ANN) is None

    asyncio.run(steps())


def test_where_other_nodes_may_change_somebody_everybody_is_looked_up() -> None:
    store = CountingStore(shared=True)
    cache = PeopleCache(cast(Store, store))

    async def steps() -> None:
        await cache.get(ANN)
        await cache.get(ANN)
        assert cache.peek(ANN) is None and store.reads == 2

    asyncio.run(steps())
