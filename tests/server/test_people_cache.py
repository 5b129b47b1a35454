"""Whoever comes back is known without the database, until somebody's name or link changes."""

import asyncio
from typing import Any, cast

import pytest

from tilefolk.server.people import cache as people_cache
from tilefolk.server.people.cache import IDLE_SECONDS, MAX_PEOPLE, PeopleCache
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


class AnybodyStore:
    """Finds whoever is asked for."""

    shared = False

    async def read(self, work: Any) -> Person:
        return Person("any", "Any", "en")


def test_who_does_not_come_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        now = 0.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(people_cache, "time", clock)
    cache, bob = PeopleCache(cast(Store, AnybodyStore())), Credential("bob")

    async def steps() -> None:
        for credential in (ANN, bob):
            await cache.get(credential)
        for _ in range(3):
            clock.now += IDLE_SECONDS
            cache.evict_idle()
            assert cache.peek(ANN), "she keeps coming"
        assert len(cache) == 1 and cache.peek(bob) is None
        clock.now += IDLE_SECONDS
        cache.evict_idle()
        clock.now += IDLE_SECONDS
        cache.evict_idle()
        assert len(cache) == 0

    asyncio.run(steps())


def test_many_people_push_out_those_who_came_first() -> None:
    cache = PeopleCache(cast(Store, AnybodyStore()))

    async def steps() -> None:
        for number in range(MAX_PEOPLE + 10):
            await cache.get(Credential(str(number)))
        assert MAX_PEOPLE // 2 <= len(cache) <= MAX_PEOPLE
        assert cache.peek(Credential("0")) is None and cache.peek(Credential(str(MAX_PEOPLE + 9)))

    asyncio.run(steps())
